// The page: the worker gets a photo, the desk draws the result, and the full score stands below.

import show from "./desk/main.js";
import { el } from "./desk/dom.js";
import { allHands, allSets, forgetHands, keepHand, keepSet } from "./kept.js";
import { drawCard } from "./card.js";
import { hasCamera, takePhoto } from "./camera.js";
import { asking } from "./thread.js";

const MAX_SET_BYTES = 2 ** 25; // bytes read of a file; every set is smaller
const byId = id => document.getElementById(id);
const [worker, engine] = ["worker", "engine"].map(name => new Worker(new URL(`./${name}.js`, import.meta.url), { type: "module" }));
const memory = { rules: localStorage.rules ?? "", beside: "" };
let [words, texts, hand, data, photoAt] = [null, null, null, null, ""];

const ask = asking(worker, onReading);

/** Show the page at once; requests to Python and the networks wait until they have started. */
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
  const taught = (await allSets()).find(set => set.id === localStorage.set);
  localStorage.set = "";
  if (taught) await teach(taught); // refused if learnt with another version's reader
  document.body.dataset.times = JSON.stringify(await started);
  await speaking;
  document.body.dataset.ready = Math.round(performance.now() - began);
  const linked = async () => location.hash.startsWith("#hand=") && openLink(location.hash.slice(6));
  addEventListener("hashchange", linked);
  await linked();
}

async function speak(language) {
  texts = words[language];
  document.documentElement.lang = texts.tag;
  byId("doing").textContent = "";
  tools(language);
  start();
  await ask("speak", language);
  if (hand) draw((await ask("shown")).shown);
}

function tools(spoken) {
  const choose = el("select", { "aria-label": texts.say.language, onchange: e => speak(localStorage.language = e.target.value) },
    ...Object.entries(words).map(([key, { name }]) => el("option", { value: key, text: name, selected: key === spoken })));
  byId("tools").replaceChildren(choose, el("button", { class: "pk-button", text: texts.say.hands, onclick: listHands }));
  byId("foot").textContent = `${texts.say.private} ${texts.say.version} ${document.body.dataset.version ?? ""}`;
}

function start(withCamera = hasCamera) {
  const camera = el("input", { type: "file", accept: "image/*", capture: "environment", id: "camera", onchange: onPhoto });
  const library = el("input", { type: "file", accept: "image/*", id: "library", onchange: onPhoto });
  byId("start").replaceChildren(
    withCamera ? el("button", { class: "pk-button pk-wide pk-strong", id: "finder", text: texts.say.camera, onclick: openCamera })
      : el("label", { class: "pk-button pk-wide pk-strong" }, texts.say.camera, camera),
    el("label", { class: "pk-button pk-wide" }, texts.say.library, library),
    el("button", { class: "pk-button pk-wide", text: texts.say.type, onclick: beginTyped }), el("div", { id: "sets" }));
  sets();
}

/** The taught sets: choose one, add one from a file, remove the chosen one. */
async function sets() {
  const kept = await allSets();
  const chosen = kept.find(set => set.id === localStorage.set);
  const choose = el("select", { class: "pk-button", id: "set", "aria-label": texts.say.sets, onchange: e => teach(kept.find(set => set.id === e.target.value)) },
    ...[{ id: "" }, ...kept].map(set => el("option", { value: set.id, text: set.id || texts.say.any_set, selected: set === chosen })));
  const file = el("input", { type: "file", accept: ".yakuset", id: "bring", onchange: async ({ target: { files: [brought] } }) => {
    if (!brought) return;
    const data = await brought.slice(0, MAX_SET_BYTES).arrayBuffer();
    const name = await teach({ id: brought.name, data });
    if (name) await keepSet(name, data);
    await sets();
  } });
  const remove = chosen && el("button", { class: "pk-button", text: texts.say.remove_set, onclick: async () => { await keepSet(chosen.id); await teach(); } });
  byId("sets")?.replaceChildren(...(kept.length ? [choose] : []), el("label", { class: "pk-button" }, texts.say.bring_set, file), ...(remove ? [remove] : []));
}

/** Read photos with a taught set, or none; shows why a file is refused, and returns the used set's name. */
async function teach(set) {
  const { name, refused } = await ask("teach", set && { data: set.data, file: set.id });
  byId("doing").textContent = refused ?? "";
  if (refused === undefined) localStorage.set = name;
  await sets();
  return name;
}

/** Open the camera with the finder; if the browser withholds it, offer the phone's camera app. */
async function openCamera() {
  try {
    const blob = await takePhoto(texts.say, picture => ask("count", picture, [picture]));
    if (blob) await read(blob);
  } catch (error) {
    byId("doing").textContent = `${texts.say.no_camera} ${error.message}`;
    start(false);
  }
}

async function onPhoto(event) {
  const [blob] = event.target.files;
  event.target.value = "";
  if (blob) await read(blob);
}

/** The address of the shown photo; revokes the previous one. */
function address(blob) {
  if (photoAt) URL.revokeObjectURL(photoAt);
  return photoAt = URL.createObjectURL(blob);
}

async function read(blob) {
  byId("doing").textContent = texts.say.reading;
  const id = Date.now();
  try {
    const { shown } = await ask("read", { id, blob, url: address(blob) });
    byId("doing").textContent = "";
    hand = { id, blob };
    draw(shown);
  } catch (error) {
    showUnread(error.message);
  }
}

/** Handle a better or the last reading of a photo. */
async function onReading({ hand: id, shown, kept, last, failed }) {
  if (hand?.id !== id) return;
  if (failed) return showUnread(failed);
  Object.assign(hand, { kept, picture: null });
  draw(shown);
  await keepHand({ ...hand, ...summary() });
  if (!last) return;
  window.yakulens = last;
  document.body.dataset.read = id;
}

function showUnread(reason) {
  backToStart();
  byId("doing").textContent = `${texts.say.failed} ${reason}`;
  window.yakulens = { failed: reason };
  document.body.dataset.read = `failed-${Date.now()}`;
}

async function beginTyped() {
  hand = { id: Date.now(), blob: null };
  draw((await ask("typed")).shown);
}

function summary() {
  return { headline: data.outcome?.headline ?? "", faces: data.hand.concealed.concat(data.hand.win ?? [])
    .map(uid => data.tiles.find(tile => tile.uid === uid)?.face).filter(Boolean) };
}

/** Clear the notice above the page, and the hand's link in the address. */
function clearNotice() {
  byId("doing").textContent = "";
  if (location.hash) history.replaceState(null, "", location.pathname + location.search);
}

async function onTaps(message) {
  clearNotice();
  const events = message.events;
  if (events.some(event => event.do === "go" || (event.do === "stop" && !hand.kept && hand.blob))) return backToStart();
  const say = events.find(event => event.do === "say" && event.field === "rules");
  if (say) localStorage.rules = memory.rules = say.value;
  const answer = await ask("hear", message);
  hand.kept = answer.kept;
  if (events.some(event => event.do === "picture")) hand.picture = await drawCard(answer.shown.full);
  else hand.picture = null;
  draw(answer.shown);
  await keepHand({ ...hand, picture: null, ...summary() });
}

function backToStart() {
  clearNotice();
  hand = null;
  ask("leave");
  byId("desk").hidden = true;
  byId("score-in-full").replaceChildren();
  byId("start").hidden = false;
  scrollTo(0, 0);
}

function draw(shown) {
  data = shown;
  byId("desk").hidden = false;
  byId("start").hidden = true;
  byId("hands").replaceChildren();
  show({ data: { ...shown, picture: hand.picture ?? null }, parentElement: byId("desk"), setTriggerValue: (_, message) => onTaps(message) });
  showScore(shown.full);
}

const tile = shown => el("span", { class: `yl-tile is-${shown.face}${shown.rotated ? " yl-rot" : ""}${shown.stacked ? " yl-stack" : ""}${shown.won ? " yl-won" : ""}` });

/** The full score: the ruling card's lines, then the hand under another rule set. */
function showScore(card) {
  if (!card) return byId("score-in-full").replaceChildren();
  const rows = lines => el("table", {}, ...lines.map(line => el("tr", {}, el("td", {}, line.text, " ",
    ...line.tiles.map(face => tile({ face }))), el("td", { class: "num", text: line.number }), el("td", { class: "cite", text: line.cite }))));
  const choose = el("select", { class: "pk-button", "aria-label": texts.say.beside, id: "beside", onchange: async e => {
    memory.beside = e.target.value;
    draw((await ask("beside", memory.beside)).shown);
  } }, el("option", { value: "", text: texts.say.beside }), ...Object.entries(texts.rules).map(([key, title]) =>
    el("option", { value: key, text: title, selected: key === memory.beside })));
  const other = card.beside && el("div", { id: "other" }, el("h2", { text: card.beside.rules }),
    el("p", { text: `${card.beside.paid ?? ""} ${card.beside.worth}` }),
    el("table", {}, ...card.beside.lines.map(([name, left, right]) => el("tr", {}, el("td", { text: name }),
      el("td", { class: "num", text: left || "–" }), el("td", { class: "num", text: right || "–" })))));
  byId("score-in-full").replaceChildren(el("h2", { text: card.rules }), el("div", { class: "pk-headline", text: card.headline }),
    el("p", { text: card.worth }), el("div", { class: "pk-hand" }, ...card.hand.map(group => el("span", {}, ...group.map(tile)))),
    el("p", { class: "pk-soft", text: card.situation }),
    el("table", {}, ...card.seats.map(seat => el("tr", {}, el("td", { text: seat.wind }), el("td", { class: "num", text: seat.change.toLocaleString("en") })))),
    ...card.parts.flatMap(part => [el("h2", { text: part.heading }), rows(part.lines)]), choose, ...(other ? [other] : []),
    el("button", { class: "pk-button", id: "link", text: texts.say.link, onclick: link }), el("div", { id: "handed" }));
}

/** The hand as a link in the address part that no server sees, as a code, and for a server's page. */
async function link() {
  const links = await handOn();
  history.replaceState(null, "", links.own);
  byId("doing").textContent = texts.say.linked;
  if (navigator.share) await navigator.share({ url: links.own }).catch(() => null);
  else await navigator.clipboard?.writeText(links.own).catch(() => null);
}

/** Show the code and the link to a server's page; ask once for that server's address. */
async function handOn() {
  const links = await ask("links", { own: `${location.origin}${location.pathname}`, server: localStorage.server ?? "" });
  const { code, there } = links;
  const server = el("input", { type: "url", id: "server", placeholder: "http://192.168.1.5:8501", value: localStorage.server ?? "",
    onchange: () => { localStorage.server = server.value.trim(); handOn(); } });
  const open = there ? [el("a", { class: "pk-button pk-wide pk-strong", id: "there", href: there, target: "_blank", rel: "noopener", text: texts.say.there })] : [];
  byId("handed").replaceChildren(el("p", { text: texts.say.handed }), el("img", { class: "yl-qr", src: code, alt: texts.say.link }),
    el("label", { class: "pk-field" }, texts.say.server, server), ...open);
  return links;
}

async function openLink(text) {
  try {
    const answer = await ask("follow", text);
    hand = { id: Date.now(), blob: null, kept: answer.kept };
    draw(answer.shown);
    byId("doing").textContent = answer.told;
  } catch (error) {
    hand = null;
    byId("doing").textContent = texts.say.no_linked_hand;
  }
}

async function listHands() {
  backToStart();
  const hands = await allHands();
  byId("hands").replaceChildren(el("ul", { class: "pk-hands" }, ...hands.map(entry => el("li", {},
    el("button", { class: "pk-button", onclick: () => reopen(entry) }, `${dateAndTime(entry.id)} ${entry.headline} `,
      el("span", { class: "pk-hand" }, el("span", {}, ...entry.faces.map(face => tile({ face })))))))),
  hands.length ? el("button", { class: "pk-button", text: texts.say.forget, onclick: async () => {
    if (!confirm(texts.say.forget_sure)) return;
    await forgetHands();
    await listHands();
  } }) : el("p", { text: texts.say.none }));
}

/** Date and time as in the history of a server's page, in every language: 2026-11-26 20:13. */
const dateAndTime = id => new Date(id).toLocaleString("sv", { dateStyle: "short", timeStyle: "short" });

async function reopen({ id, blob, kept }) {
  const photo = blob && { ...JSON.parse(kept).photo, url: address(blob) };
  hand = { id, blob, kept };
  draw((await ask("reopen", { kept, photo, blob })).shown);
}

/** Cache the page for offline visits; a new version waits until requested. */
async function install() {
  if (!("serviceWorker" in navigator)) return;
  const registration = await navigator.serviceWorker.register("./sw.js");
  await navigator.serviceWorker.ready;
  document.body.dataset.offline = "ready";
  const offer = () => registration.waiting && navigator.serviceWorker.controller && byId("foot").append(" ",
    el("button", { class: "pk-button", text: texts?.say.update ?? "Update", onclick: () => registration.waiting.postMessage("update") }));
  offer();
  registration.addEventListener("updatefound", () => registration.installing?.addEventListener("statechange", offer));
  let hadController = Boolean(navigator.serviceWorker.controller);
  navigator.serviceWorker.addEventListener("controllerchange", () => { if (hadController) location.reload(); hadController = true; });
}

document.body.dataset.version = "@VERSION@";
begin().catch(error => { byId("doing").textContent = error.message; }).then(install);
