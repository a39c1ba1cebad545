// The table of Cambio: cards that travel, dialogs that open and close with their part, clocks that run down.
// The page works without it. Words come from the templates, rules and faces from the server.
"use strict";

(() => {
  const CHANGED_MILLISECONDS = 1000;
  const calm = matchMedia("(prefers-reduced-motion: reduce)");
  const play = document.querySelector(".play");
  const inPage = (selector) => document.querySelector(selector);
  const cardAt = (place) => document.getElementById(`card-${place}`);

  // --- sounds ---------------------------------------------------------------------------------------------------
  // Told by name; sounds.js plays them for people who have asked for it.

  const sound = (name) => document.dispatchEvent(new CustomEvent("tabletop:sound", { detail: name }));

  const soundOf = (all) =>
    isExchange(all) ? "swap" : all[0][1] === "held" ? "draw" : all.length > 1 ? "place" : "discard";

  const MOMENTS = { turn: ".me .is-turn", peek: "#power .is-peek", call: ".at-final .final", win: ".score.is-winner" };
  const moments = () => Object.keys(MOMENTS).filter((name) => inPage(MOMENTS[name]));
  let heard = moments();

  function hearMoments() {
    const now = moments();
    for (const name of now) if (!heard.includes(name)) sound(name);
    heard = now;
  }

  // --- cards that travel ----------------------------------------------------------------------------------------
  // A move is "from:to", in names of places. For one update the card carries the name of the place it leaves, before
  // the parts are swapped and after, so the browser lets it glide. Nothing names a card by its face.

  // htmx would let a new card wear the classes of the one before it for a moment: a back with the ink of a face.
  htmx.config.attributesToSettle = [];

  const shownSeq = () => Number(inPage("#beat").dataset.seq);

  function newsIn(text) {
    const content = document.createElement("template");
    content.innerHTML = text;
    const seq = Number(content.content.querySelector("#beat")?.dataset.seq ?? -1);
    const motion = content.content.querySelector("[data-moves]");
    const announced = Number(motion?.dataset.seq) === seq ? motion.dataset.moves : "";
    return { isNew: seq > shownSeq(), announced };
  }

  const pairs = (moves) => moves.split(" ").map((move) => move.split(":"));

  let named = [];

  const isExchange = ([[from, to], other]) => other?.[0] === to && other[1] === from;

  function nameCards(moves, end) {
    forgetNames();
    const all = pairs(moves);
    for (const pair of all) {
      const card = cardAt(pair[end]);
      const names = isExchange(all) ? [`vt-${pair[0]}`, "vt-exchange"] : [`vt-${pair[0]}`];
      card?.classList.add(...names);
      named.push([card, names]);
    }
  }

  function forgetNames() {
    for (const [card, names] of named) card?.classList.remove(...names);
    named = [];
  }

  // The socket names the parts alone; htmx itself swaps only what says so.
  function asSwaps(text) {
    const content = document.createElement("template");
    content.innerHTML = text;
    for (const part of content.content.children) {
      if (!part.hasAttribute("hx-swap-oob")) part.setAttribute("hx-swap-oob", "true");
    }
    return content.innerHTML;
  }

  const swapIn = (text) => htmx.swap(document.body, text, { swapStyle: "none" });

  function markChanged(moves) {
    for (const [, to] of pairs(moves)) {
      const card = cardAt(to);
      card?.classList.add("is-changed");
      setTimeout(() => card?.classList.remove("is-changed"), CHANGED_MILLISECONDS);
    }
  }

  let running = null;

  async function show(text, announced) {
    const { isNew } = newsIn(text);
    const moves = isNew ? announced : "";
    if (moves) sound(soundOf(pairs(moves)));
    // A page that is behind jumps to the end: motion never holds up the game.
    if (isNew) running?.skipTransition();
    if (!moves || calm.matches || !document.startViewTransition || document.hidden) {
      swapIn(text);
      if (moves) markChanged(moves);
      return;
    }
    nameCards(moves, 0);
    const transition = document.startViewTransition(() => {
      swapIn(text);
      nameCards(moves, 1);
    });
    running = transition;
    transition.ready.catch(() => {});
    const tidy = () => {
      if (running !== transition) return;
      running = null;
      forgetNames();
    };
    transition.finished.then(tidy, tidy);
    await transition.updateCallbackDone;
  }

  // Updates are shown in the order they came, also while one of them waits for its frame.
  let waiting = 0;
  let queue = Promise.resolve();

  function enqueue(text, moves, done) {
    waiting += 1;
    queue = queue.then(() => show(text, moves)).catch(console.error).then(() => {
      waiting -= 1;
      done?.();
    });
  }

  document.addEventListener("htmx:wsBeforeMessage", (event) => {
    const { isNew, announced } = newsIn(event.detail.message);
    if (!waiting && !(isNew && announced)) return;
    event.preventDefault();
    enqueue(asSwaps(event.detail.message), announced, () => htmx.trigger(event.target, "htmx:wsAfterMessage"));
  });

  // The answer to one's own move comes without the story; the button that was pressed tells it.
  document.addEventListener("htmx:beforeSwap", (event) => {
    const { xhr, requestConfig } = event.detail;
    if (requestConfig.verb !== "post" || !event.detail.shouldSwap) return;
    const moves = xhr.status === 200 ? ownMoves(requestConfig.formData ?? requestConfig.parameters) : "";
    if (!waiting && !moves) return;
    event.detail.shouldSwap = false;
    enqueue(xhr.responseText, moves);
  });

  function ownMoves(data) {
    const [verb, place] = String(data.get?.("do") ?? data.do ?? "").split(":");
    const seat = inPage(".mine .card")?.id.split("-")[1];
    if (verb === "draw") return `${place}:held`;
    if (verb === "discard") return "held:discard";
    if (verb === "swap") return `held:${seat}-${place} ${seat}-${place}:discard`;
    if (verb !== "swap_two") return "";
    const own = `${seat}-${data.get?.("own") ?? data.own}`;
    const theirs = String(data.get?.("theirs") ?? data.theirs).replace(":", "-");
    return `${own}:${theirs} ${theirs}:${own}`;
  }

  // The doorbell may show the next choice before the last answer is in: what is pressed then waits for it. The same
  // button pressed twice is meant once.
  document.addEventListener("submit", (event) => {
    if (!event.submitter?.hasAttribute("aria-busy")) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  }, true);

  // --- the dialog of a power ------------------------------------------------------------------------------------
  // It comes and goes with its part. Its owner must answer: neither Escape nor a click outside closes it.

  function openPower() {
    const dialog = inPage("#power");
    if (!dialog || dialog.matches(":modal")) return;
    dialog.removeAttribute("open");
    dialog.addEventListener("cancel", (event) => event.preventDefault());
    dialog.addEventListener("keydown", (event) => event.key === "Escape" && event.preventDefault());
    inPage("dialog[open]:not(#power)")?.close();
    inPage("#side:popover-open")?.hidePopover();
    dialog.showModal();
    // Everything outside a modal dialog is out of reach and silent, so the messages come along.
    dialog.append(inPage("#toasts"));
    sayChoice();
  }

  function sayChoice() {
    const words = inPage("#swap-words");
    if (!words) return;
    const [own, theirs] = ["own", "theirs"].map((name) => inPage(`#power [name="${name}"]:checked`)?.dataset.place);
    inPage("#power-swap").disabled = !(own && theirs);
    if (!own || !theirs) return;
    const sentence = words.dataset.words.replace("ONE", own).replace("OTHER", theirs);
    words.textContent = sentence[0].toLocaleUpperCase() + sentence.slice(1);
  }

  document.addEventListener("change", (event) => {
    if (!event.target.closest("#power")) return;
    if (event.target.name === "who") for (const radio of document.getElementsByName("theirs")) radio.checked = false;
    sayChoice();
  });

  // --- focus ----------------------------------------------------------------------------------------------------
  // When a dialog or a pressed button is gone, a keyboard player goes on where the next choice will appear.

  function keepFocus() {
    if (!hadFocus) return;
    const focused = document.activeElement;
    const isLost = focused === document.body || !focused.checkVisibility() || ["modal", "waiting"].includes(focused.id);
    if (!isLost) return;
    const home = inPage("#result-title") ?? inPage("#actions");
    home.tabIndex = -1;
    home.focus({ preventScroll: true });
  }

  let hadFocus = false;
  document.addEventListener("htmx:oobBeforeSwap", (event) => {
    const { target } = event.detail;
    const focused = document.activeElement;
    if (focused === document.body) return;
    // The result takes the place of the whole table, also of parts that stay as they are.
    if (target.contains(focused) || (target.id === "result" && play.contains(focused))) hadFocus = true;
  });

  // --- time -----------------------------------------------------------------------------------------------------
  // The server's clock counts: live.js knows by how much this computer's is off.

  const ahead = Number(play.dataset.ahead);
  const millisecondsLeft = (element) => Number(element.dataset.until) * 1000 - (Date.now() + ahead);

  function tick() {
    for (const element of document.querySelectorAll("[data-until]")) {
      const left = Math.max(0, Math.ceil(millisecondsLeft(element) / 1000));
      const text = element.dataset.of
        ? String(Math.min(left, Number(element.dataset.of)))
        : `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
      if (element.textContent !== text) element.textContent = text;
    }
  }
  setInterval(tick, 250);

  function setRings() {
    for (const number of document.querySelectorAll(".ring__num[data-of]")) {
      const [run] = number.parentElement.querySelector(".ring__run").getAnimations();
      if (run) run.currentTime = Math.max(0, Number(number.dataset.of) * 1000 - millisecondsLeft(number));
    }
  }

  const clock = new Intl.DateTimeFormat(document.documentElement.lang, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });

  function writeTimes() {
    for (const time of document.querySelectorAll("time[data-at]:empty")) {
      const at = new Date(Number(time.dataset.at) * 1000);
      time.dateTime = at.toISOString();
      time.textContent = clock.format(at);
    }
  }

  // A table in a tab behind another one calls its player by the tab's name.
  const title = document.title;
  const nameTab = () => {
    document.title = inPage(".me .is-turn") ? `${play.dataset.yourTurn} · ${title}` : title;
  };

  // Parts that are replaced whole are silent for screen readers: their one line is said by the page's announcer.
  const say = (words) => {
    inPage("#announcer").textContent = words;
  };
  let announced = inPage("[data-announce]")?.textContent.trim();
  const announce = () => {
    const words = inPage("[data-announce]")?.textContent.trim();
    if (words && words !== announced) say(words);
    announced = words;
  };

  // So is what the others did: it stands in the log, which may be closed, with the newest line first.
  const logLines = () => [...document.querySelectorAll("#log li")];
  const heardLines = new Set(logLines().map((line) => line.id));
  const tellNews = () => {
    const news = logLines().filter((line) => !heardLines.has(line.id)).reverse();
    for (const line of news) heardLines.add(line.id);
    const words = news.filter((line) => !line.matches(".is-mine")).map((line) => line.lastElementChild.textContent.trim());
    if (words.length) say(words.join(" "));
  };

  function refresh() {
    openPower();
    nameTab();
    hearMoments();
    tellNews();
    announce();
    writeTimes();
    tick();
    setRings();
  }

  document.addEventListener("htmx:oobAfterSwap", () => {
    refresh();
    // After the site's own script has tried to give the focus back.
    setTimeout(() => {
      keepFocus();
      hadFocus = false;
    }, 1);
  });
  refresh();
})();
