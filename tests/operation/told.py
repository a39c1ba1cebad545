"""What `/metrics` told, as values by name and labels."""

from prometheus_client.parser import text_string_to_metric_families

Labels = frozenset[tuple[str, str]]


class Told:
    def __init__(self, text: str) -> None:
        self.text = text
        self.families = list(text_string_to_metric_families(text))
        self.samples: dict[tuple[str, Labels], float] = {
            (sample.name, frozenset(sample.labels.items())): sample.value
            for family in self.families
            for sample in family.samples
        }

    def value(self, name: str, **labels: str) -> float:
        """0 for what has not been counted yet."""
        return self.samples.get((name, frozenset(labels.items())), 0.0)

    @property
    def names(self) -> set[str]:
        """Of all samples that there are or may be."""
        suffixes = {"counter": ("_total",), "histogram": ("_bucket", "_sum", "_count")}
        return {family.name + suffix for family in self.families for suffix in suffixes.get(family.type, ("",))}
