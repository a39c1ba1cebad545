// With fewer seats there are fewer bots: the most that fit, where more were chosen than that.

const form = document.querySelector(".new-table");

form.addEventListener("change", ({ target }) => {
  if (target.name !== "player_count") return;
  const most = Number(target.value) - 1;
  const bots = [...form.querySelectorAll("[name=bot_count]")];
  const tooMany = bots.some((choice) => choice.checked && Number(choice.value) > most);
  if (tooMany) bots.find((choice) => Number(choice.value) === most).checked = true;
});
