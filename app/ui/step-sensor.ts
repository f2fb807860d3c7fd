import type { Activators, SensorInstance, SensorProps, UniqueIdentifier } from "@dnd-kit/core";
import type { KeyboardEvent as ReactKeyboardEvent } from "react";

export type StepOptions = {
  ids: readonly string[];
  /** Whose place the picked up one would take; undefined while nothing is moved by keys. */
  target: { current: UniqueIdentifier | undefined };
};

const STARTS = ["Space", "Enter"];
const ENDS = ["Space", "Enter", "Tab"];
const STEPS: Partial<Record<string, number>> = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 };

/**
 * Moves what was picked up by one place a key, whatever its neighbours' sizes. The library's own sensor listens only after a timer and
 * looks for the nearest neighbour once all have been measured: on a busy machine it loses keys that are pressed before. Here they
 * wait for that.
 */
export class StepSensor implements SensorInstance {
  static activators: Activators<StepOptions> = [
    {
      eventName: "onKeyDown",
      handler: (event: ReactKeyboardEvent, _, { active }) => {
        const handle = active.activatorNode.current;
        if (!STARTS.includes(event.code) || (handle && event.target !== handle)) return false;
        event.preventDefault();
        return true;
      },
    },
  ];
  readonly autoScrollEnabled = false;
  readonly #props: SensorProps<StepOptions>;
  readonly #pressed: (number | "end")[] = [];
  #from: { x: number; y: number } | undefined;
  #frame = 0;
  #isCancelled = false;

  constructor(props: SensorProps<StepOptions>) {
    this.#props = props;
    props.options.target.current = props.active;
    props.activeNode.node.current?.scrollIntoView({ block: "nearest", inline: "nearest" });
    document.addEventListener("keydown", this.#press);
    props.onStart({ x: 0, y: 0 });
  }

  readonly #press = (event: KeyboardEvent): void => {
    if (event === this.#props.event) return;
    // Its list is no longer on the page: the key is for something else.
    if (this.#isGone()) {
      this.#finish(this.#props.onCancel);
      return;
    }
    const step = STEPS[event.code];
    if (event.code === "Escape") this.#isCancelled = true;
    else if (ENDS.includes(event.code)) this.#pressed.push("end");
    else if (step) this.#pressed.push(step);
    else return;
    event.preventDefault();
    this.#work();
  };

  readonly #work = (): void => {
    cancelAnimationFrame(this.#frame);
    if (this.#isCancelled || this.#isGone()) this.#finish(this.#props.onCancel);
    for (let next = this.#pressed[0]; next !== undefined; next = this.#pressed[0]) {
      if (!(next === "end" ? this.#end() : this.#step(next))) {
        this.#frame = requestAnimationFrame(this.#work);
        return;
      }
      this.#pressed.shift();
    }
  };

  #isGone(): boolean {
    return !this.#props.activeNode.node.current?.isConnected;
  }

  /** Whether it could be made yet. */
  #step(by: number): boolean {
    const { active, context, options, onMove } = this.#props;
    const { collisionRect, droppableRects, droppableContainers } = context.current;
    const { ids, target } = options;
    const index = ids.indexOf(String(target.current)) + by;
    const next = ids[index];
    if (next === undefined) return true;
    const place = droppableRects.get(next);
    if (!collisionRect || !place) return false;
    this.#from ??= { x: collisionRect.left, y: collisionRect.top };
    target.current = next;
    droppableContainers.get(next)?.node.current?.scrollIntoView({ block: "nearest", inline: "nearest" });
    const isFurther = index > ids.indexOf(String(active));
    const x = isFurther ? place.right - collisionRect.width : place.left;
    const y = isFurther ? place.bottom - collisionRect.height : place.top;
    onMove({ x: x - this.#from.x, y: y - this.#from.y });
    return true;
  }

  /** Whether the last step is known to everybody by now. */
  #end(): boolean {
    const { context, options, onEnd } = this.#props;
    if (context.current.over?.id !== options.target.current) return false;
    this.#finish(onEnd);
    return true;
  }

  #finish(tell: () => void): void {
    document.removeEventListener("keydown", this.#press);
    cancelAnimationFrame(this.#frame);
    this.#pressed.length = 0;
    tell();
    this.#props.options.target.current = undefined;
  }
}
