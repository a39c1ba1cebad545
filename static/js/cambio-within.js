// While a power is open the table of Cambio is a dialog, and Tab stays in it and in the coach's strip: it goes on at
// the other end, and the radio buttons of one side are one stop. A pointer still reaches the log, the menu and the
// talk, and Tab is free there.

import { isOpen } from "./cambio-places.js";
import { isElsewhere } from "./manners.js";

const stopOf = (control) => (control.type === "radio" ? control.name : control);

export function keepTabWithin(event) {
  const { target } = event;
  if (event.key !== "Tab" || !isOpen() || isElsewhere()) return;
  if (!target.closest(".board, .coach") && target !== document.body) return;
  const controls = [...document.querySelectorAll(":is(.board, .coach) :is(a[href], button, input)")]
    .filter((control) => !control.disabled && control.tabIndex >= 0 && control.checkVisibility());
  if (event.shiftKey) controls.reverse();
  const next = controls[controls.findLastIndex((control) => stopOf(control) === stopOf(target)) + 1] ?? controls[0];
  event.preventDefault();
  (controls.find((control) => control.checked && stopOf(control) === stopOf(next)) ?? next).focus();
}
