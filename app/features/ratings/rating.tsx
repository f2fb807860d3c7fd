import star from "virtual:icon/star";
import { Icon } from "../../ui/icon.tsx";

export function Rating({ value }: { value: number | null }) {
  if (value === null) return null;
  return (
    <span className="rating">
      <Icon of={star} />
      <span className="sr-only">Rated </span>
      {value.toFixed(1)}
    </span>
  );
}
