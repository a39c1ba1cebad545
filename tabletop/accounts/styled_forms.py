"""Forms in the look of the site: accounts/_form.html renders a form, accounts/_field.html a field."""

from typing import Any

from django import forms


class StyledBoundField(forms.BoundField):
    def build_widget_attrs(self, attrs: dict[str, Any], widget: forms.Widget | None = None) -> dict[str, Any]:
        widget = widget or self.field.widget
        attrs = super().build_widget_attrs(attrs, widget)
        if not isinstance(widget, forms.CheckboxInput | forms.RadioSelect | forms.HiddenInput):
            look = "select" if isinstance(widget, forms.Select) else "input"
            attrs["class"] = f"{look} {widget.attrs.get('class', '')}".strip()
        if self.errors and not self.is_hidden and next(iter(self.form.errors)) == self.name:
            # Focuses the first field with an error.
            attrs["autofocus"] = True
        return attrs


class StyledForm(forms.Form):
    bound_field_class = StyledBoundField
