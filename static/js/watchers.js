// The names of those who look on get the focus when they are seen. Loaded when they are opened first; later htmx does
// the same by itself.

import { focusWhenStyled } from "./styled.js";

focusWhenStyled(document.getElementById("watchers"), "[autofocus]");
