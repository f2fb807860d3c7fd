import { useNavigation } from "react-router";

/** The colour bar at the top of the window. Its style waits 150 ms, so quick navigations never show it. */
export function ProgressBar() {
  const { state, location } = useNavigation();
  if (state === "idle") return null;
  return (
    <div key={location?.key} className="progress" role="progressbar" aria-label="Loading the page">
      <i />
    </div>
  );
}
