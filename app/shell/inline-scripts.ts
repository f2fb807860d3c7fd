import { createContext } from "react";
import { PERSONAL_GALLERY_KEY } from "../features/personal-gallery/index.ts";
import { EMAIL_KEY } from "../features/session/index.ts";
import { RELOAD_GUARD_MS, RELOAD_KEY } from "../lib/pages/page-scripts.ts";

/** Scripts that are written into every page. */

export const THEME_KEY = "theme";

/**
 * Runs before the page is drawn: takes over the remembered theme, so that it doesn't flash; marks whether somebody is
 * known here, so that the bar shows the right thing at once, and whether the gallery is in somebody's own name; and loads the page once more when a script of the build
 * can't be had because a release happened in between (`mayReload` in lib/page-scripts.ts shares the guard); offline that would only lead to the browser's own page.
 */
export const HEAD_SCRIPT = `(function(d,w){
d.dataset.scripts="";
try{var t=w.localStorage.getItem("${THEME_KEY}");if(t==="light"||t==="dark")d.dataset.theme=t;
if(w.localStorage.getItem("${EMAIL_KEY}"))d.dataset.known="";
if(w.localStorage.getItem("${PERSONAL_GALLERY_KEY}"))d.dataset.personalGallery=""}catch(e){}
w.addEventListener("error",function(e){
var s=e.target;if(!s||s.tagName!=="SCRIPT"||w.navigator.onLine===false)return;
try{var k="${RELOAD_KEY}",n=Date.now(),b=Number(w.sessionStorage.getItem(k));
if(n-b<${RELOAD_GUARD_MS})return;w.sessionStorage.setItem(k,String(n))}catch(e){return}
w.location.reload()},true)
})(document.documentElement,window)`;

const PICTURES_TIMEOUT_MS = 3_000; // a picture that hangs must not keep the page from coming to life

/**
 * The page can be read without its scripts, so on a slow line they go after its styles, faces and first pictures. What
 * would start them is held in templates, which a browser leaves alone; `START_SCRIPTS` takes it out.
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
 * Part of the head script: starts them when what is seen first has been drawn, or at once when somebody does something.
 * Each in a task of its own, so that the page can answer in between. A script is made anew, because one that was moved does not run.
 */
export const START_SCRIPTS = `(function(d,w){
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

/** Marks the scripts that the page itself writes; only on the server, see server/pages/content-policy.ts. */
export const ScriptMark = createContext<string | undefined>(undefined);
