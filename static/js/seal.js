// A game against bots: once the fingerprint of its shuffle has been on the screen for a moment, the cards are dealt.

const button = () => document.getElementById("deal-now");

setTimeout(() => button()?.click(), Number(button()?.dataset.after));
