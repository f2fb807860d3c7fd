import { EMAIL_KEY } from "../features/session/identity.ts";

/**
 * Runs before the page is drawn: takes over the remembered theme, so that it doesn't flash, marks whether somebody is
 * known here, so that the bar shows the right thing at once, and loads the page once more when a script of the build can't be had (a release happened in between). `reload-guard.ts` shares the guard.
 */
export const THEME_KEY = "theme";
export const RELOAD_KEY = "reloaded-at";
export const RELOAD_GUARD_MS = 10_000; // one reload per failed chunk, never a loop

export const HEAD_SCRIPT = `(function(d,w){
d.dataset.scripts="";
try{var t=w.localStorage.getItem("${THEME_KEY}");if(t==="light"||t==="dark")d.dataset.theme=t;
if(w.localStorage.getItem("${EMAIL_KEY}"))d.dataset.known=""}catch(e){}
w.addEventListener("error",function(e){
var s=e.target;if(!s||s.tagName!=="SCRIPT")return;
try{var k="${RELOAD_KEY}",n=Date.now(),b=Number(w.sessionStorage.getItem(k));
if(n-b<${RELOAD_GUARD_MS})return;w.sessionStorage.setItem(k,String(n))}catch(e){return}
w.location.reload()},true)
})(document.documentElement,window)`;
