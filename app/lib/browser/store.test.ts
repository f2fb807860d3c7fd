import { createElement } from "react";
import { renderToString } from "react-dom/server";
import { expect, it } from "vitest";
import { createStore, useStore } from "./store.ts";

it("returns the last value", () => {
  const store = createStore(1);
  expect(store.get()).toBe(1);
  store.set(2);
  expect(store.get()).toBe(2);
});

it("notifies listeners after every change", () => {
  const store = createStore("a");
  const heard: string[] = [];
  const leave = store.subscribe(() => heard.push(store.get()));
  store.set("b");
  store.set("b");
  leave();
  store.set("c");
  expect(heard).toEqual(["b", "b"]);
});

it("renders its initial value on the server", () => {
  const store = createStore({ name: "nobody" });
  store.set({ name: "Noor" });
  const Name = () => useStore(store, ({ name }) => name);
  expect(renderToString(createElement(Name))).toBe("nobody");
});
