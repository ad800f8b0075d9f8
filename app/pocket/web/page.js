// The page: a photo goes to the worker, what comes back is drawn by the desk, the score in full below it.

import show from "./desk/main.js";
import { el } from "./desk/dom.js";
import { every, everySet, forget, keep, keepSet } from "./kept.js";
import { drawn } from "./card.js";
import { able, photographed } from "./camera.js";
import { asking } from "./thread.js";

const MOST_OF_A_SET = 2 ** 25; // bytes that are looked at of a file: more than any set has
const at = id => document.getElementById(id);
const [worker, engine] = ["worker", "engine"].map(name => new Worker(new URL(`./${name}.js`, import.meta.url), { type: "module" }));
const memory = { rules: localStorage.rules ?? "", beside: "" };
let [words, said, hand, data, photoAt] = [null, null, null, null, ""];

const ask = asking(worker, looked);

/** The page stands at once; what is asked of Python and the networks waits until they have started. */
async function begin() {
  const began = performance.now();
  const { port1, port2 } = new MessageChannel();
  engine.postMessage({ port: port2 }, [port2]);
  const started = ask("begin", { port: port1 }, [port1]);
  if (memory.rules) ask("play", memory.rules);
  words = await (await fetch("./words.json")).json();
  const spoken = (localStorage.language ?? navigator.language).split(/[-_]/)[0].toLowerCase();
  const speaking = speak(spoken in words ? spoken : Object.keys(words)[0]);
  document.body.dataset.stands = Math.round(performance.now() - began);
  const taught = (await everySet()).find(one => one.id === localStorage.set);
  localStorage.set = "";
  if (taught) await teach(taught); // refused where it was learnt with the reader of another version
  document.body.dataset.times = JSON.stringify(await started);
  await speaking;
  document.body.dataset.ready = Math.round(performance.now() - began);
  const linked = async () => location.hash.startsWith("#hand=") && openLink(location.hash.slice(6));
  addEventListener("hashchange", linked);
  await linked();
}

async function speak(language) {
  said = words[language];
  document.documentElement.lang = said.tag;
  at("doing").textContent = "";
  tools(language);
  start();
  await ask("speak", language);
  if (hand) draw((await ask("shown")).shown);
}

function tools(spoken) {
  const choose = el("select", { "aria-label": said.say.language, onchange: e => speak(localStorage.language = e.target.value) },
    ...Object.entries(words).map(([key, { name }]) => el("option", { value: key, text: name, selected: key === spoken })));
  at("tools").replaceChildren(choose, el("button", { class: "pk-button", text: said.say.hands, onclick: listed }));
  at("foot").textContent = `${said.say.private} ${said.say.version} ${document.body.dataset.version ?? ""}`;
}

function start(finder = able) {
  const camera = el("input", { type: "file", accept: "image/*", capture: "environment", id: "camera", onchange: taken });
  const library = el("input", { type: "file", accept: "image/*", id: "library", onchange: taken });
  at("start").replaceChildren(
    finder ? el("button", { class: "pk-button pk-wide pk-strong", id: "finder", text: said.say.camera, onclick: find })
      : el("label", { class: "pk-button pk-wide pk-strong" }, said.say.camera, camera),
    el("label", { class: "pk-button pk-wide" }, said.say.library, library),
    el("button", { class: "pk-button pk-wide", text: said.say.type, onclick: typed }), el("div", { id: "sets" }));
  sets();
}

/** The taught sets: which one photos show, a further one from a file, and the chosen one removed. */
async function sets() {
  const kept = await everySet();
  const chosen = kept.find(one => one.id === localStorage.set);
  const choose = el("select", { class: "pk-button", id: "set", "aria-label": said.say.sets, onchange: e => teach(kept.find(one => one.id === e.target.value)) },
    ...[{ id: "" }, ...kept].map(one => el("option", { value: one.id, text: one.id || said.say.any_set, selected: one === chosen })));
  const file = el("input", { type: "file", accept: ".yakuset", id: "bring", onchange: async ({ target: { files: [brought] } }) => {
    if (!brought) return;
    const data = await brought.slice(0, MOST_OF_A_SET).arrayBuffer();
    const name = await teach({ id: brought.name, data });
    if (name) await keepSet(name, data);
    await sets();
  } });
  const remove = chosen && el("button", { class: "pk-button", text: said.say.remove_set, onclick: async () => { await keepSet(chosen.id); await teach(); } });
  at("sets")?.replaceChildren(...(kept.length ? [choose] : []), el("label", { class: "pk-button" }, said.say.bring_set, file), ...(remove ? [remove] : []));
}

/** Have photos read as of a taught set, of any without one; what is refused is told, and the name of what is used given. */
async function teach(one) {
  const { name, refused } = await ask("teach", one && { data: one.data, file: one.id });
  at("doing").textContent = refused ?? "";
  if (refused === undefined) localStorage.set = name;
  await sets();
  return name;
}

/** The camera's picture with the finder in it; where the browser keeps the camera, the phone's own. */
async function find() {
  try {
    const blob = await photographed(said.say, picture => ask("count", picture, [picture]));
    if (blob) await read(blob);
  } catch (error) {
    at("doing").textContent = `${said.say.no_camera} ${error.message}`;
    start(false);
  }
}

async function taken(event) {
  const [blob] = event.target.files;
  event.target.value = "";
  if (blob) await read(blob);
}

/** Where the page has the photo that it shows; that of the last one is given back. */
function address(blob) {
  if (photoAt) URL.revokeObjectURL(photoAt);
  return photoAt = URL.createObjectURL(blob);
}

async function read(blob) {
  at("doing").textContent = said.say.reading;
  const id = Date.now();
  try {
    const { shown } = await ask("read", { id, blob, url: address(blob) });
    at("doing").textContent = "";
    hand = { id, blob };
    draw(shown);
  } catch (error) {
    unread(error.message);
  }
}

/** A photo was read better, or for the last time. */
async function looked({ hand: id, shown, kept, last, failed }) {
  if (hand?.id !== id) return;
  if (failed) return unread(failed);
  Object.assign(hand, { kept, picture: null });
  draw(shown);
  await keep({ ...hand, ...told() });
  if (!last) return;
  window.yakulens = last;
  document.body.dataset.read = id;
}

function unread(why) {
  over();
  at("doing").textContent = `${said.say.failed} ${why}`;
  window.yakulens = { failed: why };
  document.body.dataset.read = `failed-${Date.now()}`;
}

async function typed() {
  hand = { id: Date.now(), blob: null };
  draw((await ask("typed")).shown);
}

function told() {
  return { headline: data.outcome?.headline ?? "", faces: data.hand.concealed.concat(data.hand.win ?? [])
    .map(uid => data.tiles.find(tile => tile.uid === uid)?.face).filter(Boolean) };
}

/** What was said above the page, and the address that was a hand's, hold no longer. */
function hush() {
  at("doing").textContent = "";
  if (location.hash) history.replaceState(null, "", location.pathname + location.search);
}

async function heard(message) {
  hush();
  const events = message.events;
  if (events.some(event => event.do === "go" || (event.do === "stop" && !hand.kept && hand.blob))) return over();
  const say = events.find(event => event.do === "say" && event.field === "rules");
  if (say) localStorage.rules = memory.rules = say.value;
  const answer = await ask("hear", message);
  hand.kept = answer.kept;
  if (events.some(event => event.do === "picture")) hand.picture = await drawn(answer.shown.full, said.say);
  else hand.picture = null;
  draw(answer.shown);
  await keep({ ...hand, picture: null, ...told() });
}

function over() {
  hush();
  hand = null;
  ask("leave");
  at("desk").hidden = true;
  at("score-in-full").replaceChildren();
  at("start").hidden = false;
  scrollTo(0, 0);
}

function draw(shown) {
  data = shown;
  at("desk").hidden = false;
  at("start").hidden = true;
  at("hands").replaceChildren();
  show({ data: { ...shown, picture: hand.picture ?? null }, parentElement: at("desk"), setTriggerValue: (_, message) => heard(message) });
  full(shown.full);
}

const tile = one => el("span", { class: `yl-tile is-${one.face}${one.rotated ? " yl-rot" : ""}${one.stacked ? " yl-stack" : ""}${one.won ? " yl-won" : ""}` });

/** The score in full: the ruling card's own lines, and the hand under another rule set beside it. */
function full(card) {
  if (!card) return at("score-in-full").replaceChildren();
  const rows = lines => el("table", {}, ...lines.map(line => el("tr", {}, el("td", {}, line.text, " ",
    ...line.tiles.map(face => tile({ face }))), el("td", { class: "num", text: line.number }), el("td", { class: "cite", text: line.cite }))));
  const choose = el("select", { class: "pk-button", "aria-label": said.say.beside, id: "beside", onchange: async e => {
    memory.beside = e.target.value;
    draw((await ask("beside", memory.beside)).shown);
  } }, el("option", { value: "", text: said.say.beside }), ...Object.entries(said.rules).map(([key, title]) =>
    el("option", { value: key, text: title, selected: key === memory.beside })));
  const other = card.beside && el("div", { id: "other" }, el("h2", { text: card.beside.rules }),
    el("p", { text: `${card.beside.paid ?? ""} ${card.beside.worth}` }),
    el("table", {}, ...card.beside.lines.map(([name, left, right]) => el("tr", {}, el("td", { text: name }),
      el("td", { class: "num", text: left || "–" }), el("td", { class: "num", text: right || "–" })))));
  at("score-in-full").replaceChildren(el("h2", { text: card.rules }), el("div", { class: "pk-headline", text: card.headline }),
    el("p", { text: card.worth }), el("div", { class: "pk-hand" }, ...card.hand.map(group => el("span", {}, ...group.map(tile)))),
    el("p", { class: "pk-soft", text: card.situation }),
    el("table", {}, ...card.seats.map(seat => el("tr", {}, el("td", { text: seat.wind }), el("td", { class: "num", text: seat.change.toLocaleString("en") })))),
    ...card.parts.flatMap(part => [el("h2", { text: part.heading }), rows(part.lines)]), choose, ...(other ? [other] : []),
    el("button", { class: "pk-button", id: "link", text: said.say.link, onclick: link }), el("div", { id: "handed" }));
}

/** The hand as a link, in the part of the address that no server sees; as a code; and for the page of a server. */
async function link() {
  const links = await handOn();
  history.replaceState(null, "", links.own);
  at("doing").textContent = said.say.linked;
  if (navigator.share) await navigator.share({ url: links.own }).catch(() => null);
  else await navigator.clipboard?.writeText(links.own).catch(() => null);
}

/** Show the code, and where a server's page opens the hand; its address is asked for once. */
async function handOn() {
  const links = await ask("links", { own: `${location.origin}${location.pathname}`, server: localStorage.server ?? "" });
  const { code, there } = links;
  const server = el("input", { type: "url", id: "server", placeholder: "http://192.168.1.5:8501", value: localStorage.server ?? "",
    onchange: () => { localStorage.server = server.value.trim(); handOn(); } });
  const open = there ? [el("a", { class: "pk-button pk-wide pk-strong", id: "there", href: there, target: "_blank", rel: "noopener", text: said.say.there })] : [];
  at("handed").replaceChildren(el("p", { text: said.say.handed }), el("img", { class: "yl-qr", src: code, alt: said.say.link }),
    el("label", { class: "pk-field" }, said.say.server, server), ...open);
  return links;
}

async function openLink(text) {
  try {
    const answer = await ask("follow", text);
    hand = { id: Date.now(), blob: null, kept: answer.kept };
    draw(answer.shown);
    at("doing").textContent = answer.told;
  } catch (error) {
    hand = null;
    at("doing").textContent = said.say.no_linked_hand;
  }
}

async function listed() {
  over();
  const hands = await every();
  at("hands").replaceChildren(el("ul", { class: "pk-hands" }, ...hands.map(one => el("li", {},
    el("button", { class: "pk-button", onclick: () => reopen(one) }, `${moment(one.id)} ${one.headline} `,
      el("span", { class: "pk-hand" }, el("span", {}, ...one.faces.map(face => tile({ face })))))))),
  hands.length ? el("button", { class: "pk-button", text: said.say.forget, onclick: async () => {
    if (!confirm(said.say.forget_sure)) return;
    await forget();
    await listed();
  } }) : el("p", { text: said.say.none }));
}

/** Date and time as the history of a server's page writes them, in every language: 2026-11-26 20:13. */
const moment = id => new Date(id).toLocaleString("sv", { dateStyle: "short", timeStyle: "short" });

async function reopen(one) {
  const { id, blob, kept } = one;
  const photo = blob && { ...JSON.parse(kept).photo, url: address(blob) };
  hand = { id, blob, kept };
  draw((await ask("reopen", { kept, photo, blob })).shown);
}

/** Kept for later visits without a network; a new version waits until it is asked for. */
async function install() {
  if (!("serviceWorker" in navigator)) return;
  const kept = await navigator.serviceWorker.register("./sw.js");
  await navigator.serviceWorker.ready;
  document.body.dataset.offline = "ready";
  const offer = () => kept.waiting && navigator.serviceWorker.controller && at("foot").append(" ",
    el("button", { class: "pk-button", text: said?.say.update ?? "Update", onclick: () => kept.waiting.postMessage("update") }));
  offer();
  kept.addEventListener("updatefound", () => kept.installing?.addEventListener("statechange", offer));
  let had = Boolean(navigator.serviceWorker.controller);
  navigator.serviceWorker.addEventListener("controllerchange", () => { if (had) location.reload(); had = true; });
}

document.body.dataset.version = "@VERSION@";
begin().catch(error => { at("doing").textContent = error.message; }).then(install);
