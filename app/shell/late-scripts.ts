const LATER = "later";
const PATIENCE_MS = 3_000; // a picture that hangs must not keep the page from coming to life

/**
 * The page can be read without its scripts, so on a slow line they go after its styles, faces and first pictures. What
 * would start them is written so that a browser leaves it alone; `START_SCRIPTS` makes it what it was.
 */
export function letScriptsWait(html: string): string {
  return html
    .replaceAll('<link rel="modulepreload"', `<link rel="${LATER}"`)
    .replace(/<script([^>]*) type="module" async=""/, `<script$1 type="${LATER}"`);
}

/**
 * Part of the head script: starts them when what is seen first has been drawn, or at once when somebody does something. Each
 * in a turn of its own, so that the page can answer in between.
 */
export const START_SCRIPTS = `(function(d,w){
var begun=false,signs=["pointerdown","keydown","focusin"];
function wake(l){w.setTimeout(function(){l.rel="modulepreload"})}
function begin(){
var s=d.querySelector('script[type="${LATER}"]');if(begun||!s)return;begun=true;
signs.forEach(function(k){w.removeEventListener(k,begin,true)});
d.querySelectorAll('link[rel="${LATER}"]').forEach(wake);
w.setTimeout(function(){var n=d.createElement("script");n.type="module";n.textContent=s.textContent;s.replaceWith(n)})}
signs.forEach(function(k){w.addEventListener(k,begin,true)});
w.addEventListener("load",function(){d.hidden?begin():w.requestAnimationFrame(function(){w.setTimeout(begin)})});
w.setTimeout(begin,${PATIENCE_MS})
})(document,window)`;
