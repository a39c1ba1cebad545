// Dragging a card to its place in the order, for those who like it: everything can be done without.

const DRAG_PIXELS = 8; // less is a click with an unsteady hand
const DROP_PIXELS = 60; // how far from the rail a card may be let go

const slots = () => [...document.querySelectorAll(".dk-rail:not(.is-locked) li")];
let drag = null;

document.addEventListener("pointerdown", (event) => {
  drag = null;
  const item = event.target.closest?.(".dk-rail li.is-set, #hand .dk-card");
  // A finger on a card scrolls the page; in the rail it moves the card.
  const isMine = item?.matches("li") || event.pointerType === "mouse";
  if (item && isMine && event.button === 0 && slots().length) drag = { item, event, by: [0, 0], isMoving: false };
});

document.addEventListener("pointermove", (event) => {
  if (!drag || drag.isOver || event.pointerId !== drag.event.pointerId) return;
  drag.by = [event.clientX - drag.event.clientX, event.clientY - drag.event.clientY];
  if (!drag.isMoving && Math.hypot(...drag.by) < DRAG_PIXELS) return;
  drag.isMoving = true;
  drag.item.classList.add("is-dragged");
  drag.item.style.transform = `translate(${drag.by[0]}px, ${drag.by[1]}px)`;
  const over = slotNear(event);
  for (const slot of slots()) slot.classList.toggle("is-over", slot === over && slot !== drag.item);
});

function slotNear({ clientX, clientY }) {
  const away = (slot) => {
    const box = slot.getBoundingClientRect();
    // The dragged one counts where it came from.
    const [right, down] = slot === drag.item ? drag.by : [0, 0];
    return Math.hypot(clientX + right - (box.left + box.right) / 2, clientY + down - (box.top + box.bottom) / 2);
  };
  const rail = document.querySelector(".dk-rail").getBoundingClientRect();
  if (clientY < rail.top - DROP_PIXELS || clientY > rail.bottom + DROP_PIXELS) return null;
  return slots().reduce((nearest, slot) => (away(slot) < away(nearest) ? slot : nearest));
}

function end(event, isDrop) {
  if (!drag || drag.isOver || event.pointerId !== drag.event.pointerId) return;
  if (!drag.isMoving) {
    drag = null;
    return;
  }
  const over = isDrop && slots().length ? slotNear(event) : null;
  drag.isOver = true;
  drag.item.classList.remove("is-dragged");
  drag.item.removeAttribute("style"); // an empty one would be copied by htmx, which the page's policy refuses
  for (const slot of slots()) slot.classList.remove("is-over");
  if (!over) return;
  const detail = { id: drag.item.dataset.id, index: slots().indexOf(over) };
  document.dispatchEvent(new CustomEvent("deck:drop", { detail }));
}

document.addEventListener("pointerup", (event) => end(event, true));
document.addEventListener("pointercancel", (event) => end(event, false));

// The press that ends a drag is no click; a key, which has no detail, always is.
document.addEventListener("click", (event) => {
  if (!drag?.isMoving || !event.detail) return;
  drag = null;
  event.preventDefault();
  event.stopImmediatePropagation();
}, true);
