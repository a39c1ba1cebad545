// What opens with a style of its own gets the focus once that has come: before, there is nothing to be seen in it.

export function focusWhenStyled(opened, selector) {
  const style = opened.querySelector("link");
  const focus = () => opened.querySelector(selector)?.focus({ preventScroll: true });
  if (style.sheet) focus();
  else for (const end of ["load", "error"]) style.addEventListener(end, focus);
}
