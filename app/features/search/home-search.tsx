import searchIcon from "virtual:icon/search";
import { t } from "@lingui/core/macro";
import { Form } from "react-router";
import { Icon } from "../../ui/icon.tsx";
import { openPalette } from "./search-palette.tsx";

/** A plain form for /templates; with scripts, typing continues in the palette. */
export function HomeSearch({ hint }: { hint: string }) {
  return (
    <Form action="/templates" className="search" role="search">
      <Icon of={searchIcon} />
      <input
        type="search"
        name="q"
        aria-label={t`Search templates`}
        aria-keyshortcuts="/ Control+K"
        placeholder={hint}
        autoComplete="off"
        maxLength={200}
        onClick={() => openPalette()}
        onInput={(event) => {
          const query = event.currentTarget.value;
          event.currentTarget.value = "";
          openPalette(query);
        }}
      />
      <span className="phone-hidden" aria-hidden="true">
        <kbd>/</kbd>
      </span>
    </Form>
  );
}
