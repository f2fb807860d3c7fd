import { createContext } from "react";
import { INTERFACE_LANGUAGES } from "../../contract/site/interface-languages.ts";
import { PERSONAL_GALLERY_KEY } from "../features/personal-gallery/index.ts";
import { EMAIL_KEY, LANGUAGE_KEY } from "../features/session/index.ts";
import { RELOAD_GUARD_MS, RELOAD_KEY } from "../lib/pages/page-scripts.ts";

/** Scripts that the server writes into every page. In the browser they are empty: React keeps what the page has. */

export const THEME_KEY = "theme";
export const OFFER_DISMISSED_KEY = "language-offer-dismissed";

/**
 * Runs before the first paint: applies the stored theme, marks whether an account is remembered, whether
 * the personal gallery is on and which language to offer, and reloads the page once if a script is missing after a release (`mayReload` in
 * lib/pages/page-scripts.ts shares the guard), but not offline.
 */
export const HEAD_SCRIPT = !import.meta.env.SSR
  ? ""
  : `(function(d,w){
d.dataset.scripts="";
try{var t=w.localStorage.getItem("${THEME_KEY}");if(t==="light"||t==="dark")d.dataset.theme=t;
if(w.localStorage.getItem("${EMAIL_KEY}"))d.dataset.known="";
if(w.localStorage.getItem("${PERSONAL_GALLERY_KEY}"))d.dataset.personalGallery="";
if(!w.localStorage.getItem("${OFFER_DISMISSED_KEY}")){var a=${JSON.stringify(INTERFACE_LANGUAGES)},
c=[w.localStorage.getItem("${LANGUAGE_KEY}")].concat(w.navigator.languages||[]).map(function(l){l=String(l).slice(0,2);return l==="no"||l==="nn"?"nb":l}),
o=c.find(function(l){return a.indexOf(l)>=0});if(o&&o!==d.lang.slice(0,2))d.dataset.offer=o}}catch(e){}
w.addEventListener("error",function(e){
var s=e.target;if(!s||s.tagName!=="SCRIPT"||w.navigator.onLine===false)return;
try{var k="${RELOAD_KEY}",n=Date.now(),b=Number(w.sessionStorage.getItem(k));
if(n-b<${RELOAD_GUARD_MS})return;w.sessionStorage.setItem(k,String(n))}catch(e){return}
w.location.reload()},true)
})(document.documentElement,window)`;

const PICTURES_TIMEOUT_MS = 3_000; // a picture that hangs must not delay hydration

/**
 * The page is readable without scripts, so on a slow connection they load after styles, fonts and the first
 * pictures. Script and preload tags are wrapped in templates, which browsers ignore; `START_SCRIPTS` unwraps
 * them.
 */
export function deferScripts(html: string): string {
  return html
    .replace(/<link rel="modulepreload"[^>]*>/g, "<template data-later>$&</template>")
    .replace(
      /<script[^>]* type="module" async="".*?<\/script>/s,
      '<template data-later="script">$&</template>',
    );
}

/**
 * Part of the head script: starts the scripts after the first paint, or at once on any input. Each gets a task
 * of its own, so that the page stays responsive. Script elements are created again, because moved ones don't
 * run.
 */
export const START_SCRIPTS = !import.meta.env.SSR
  ? ""
  : `(function(d,w){
var begun=false,signs=["pointerdown","keydown","focusin"];
function wake(t){w.setTimeout(function(){
var s=t.content.querySelector("script"),n=s?d.createElement("script"):t.content;
if(s){n.type="module";n.textContent=s.textContent}
t.replaceWith(n)})}
function begin(){
if(begun||!d.querySelector('template[data-later="script"]'))return;begun=true;
signs.forEach(function(k){w.removeEventListener(k,begin,true)});
d.querySelectorAll("template[data-later]").forEach(wake)}
signs.forEach(function(k){w.addEventListener(k,begin,true)});
w.addEventListener("load",function(){d.hidden?begin():w.requestAnimationFrame(function(){w.setTimeout(begin)})});
w.setTimeout(begin,${PICTURES_TIMEOUT_MS})
})(document,window)`;

/** Which file each catalogue of messages is in the page's language; in the browser, what the page already has. */
export const ImportMap = createContext(
  typeof document === "undefined"
    ? "{}"
    : (document.querySelector('script[type="importmap"]')?.textContent ?? "{}"),
);

/** Messages that operators have accepted in place of those of the catalogues; only on the server. */
export const AcceptedMessages = createContext<object | undefined>(undefined);

/** Part of the head script, where there are any: each catalogue takes them when it is loaded (scripts/build/messages.ts). */
export function acceptedScript(messages: object | undefined): string {
  if (!messages || Object.keys(messages).length === 0) return "";
  return `var typecaseAccepted=${JSON.stringify(messages).replaceAll("<", "\\u003c")};`;
}

/** Marks the scripts that the page itself writes; only on the server, see server/pages/content-policy.ts. */
export const ScriptMark = createContext<string | undefined>(undefined);
