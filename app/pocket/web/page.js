// The page: the worker gets a photo, the desk draws the result, and the full score stands below.

import show, { styled } from "./web/desk/main.js";
import { el, redraw } from "./web/desk/dom.js";
import drawn from "./web/drawn.js";
import { allHands, choices, choose, forgetHands, keepHand, takenOut } from "./kept.js";
import { drawCard } from "./web/card.js";
import { hasCamera, openFinder } from "./web/camera.js";
import { Claims } from "./claims.js";
import { Engines } from "./engines.js";
import { Handing } from "./handing.js";
import { handsList, tilesOf } from "./hands.js";
import { Offline } from "./offline.js";
import { Sets } from "./sets.js";
import { Standing } from "./standing.js";
import { Table } from "./table.js";
import { follow, go, over, place } from "./where.js";

const PARTS = ["result", "compared", "otherwise"]; // of the score, each drawn on its own
const NO_PICTURE = "no_picture"; // of what is none nothing is kept
const byId = id => document.getElementById(id);
const engines = new Engines(onReading, told => sets.teaching.hear(told), reason => standing.lost(reason || "?"));
const offline = new Offline(() => standing.draw());
let [words, texts, hand, shownHand, data, photoAt, unkept] = [null, null, null, null, null, "", false];
let [removeDesk, mayFilm, runs] = [null, hasCamera, 0];
const runOf = new WeakMap(); // by hand, the number of its latest reading: what comes of an earlier one is left out

const ask = (...asked) => engines.ask(...asked);
const page = { get texts() { return texts; }, ask, stored, notice, date: dateAndTime, toStart: backToStart, toSets: openSets, reopen };
const standing = new Standing(page, offline, () => startEngines());
const [table, sets, handing] = [new Table(byId("table"), page), new Sets(byId("tile-sets"), page), new Handing(page)];
const claims = new Claims(tap => onClaim("tap_claim", tap), message => onClaim("hear_claim", message));

/** Show the page at once; requests to Python and the networks wait until they have started. */
async function begin() {
  const began = performance.now();
  words = await (await fetch("./words.json")).json();
  await styled;
  const spoken = (choices.language ?? navigator.language).split(/[-_]/)[0].toLowerCase();
  const left = location.hash.startsWith("#hand=") ? null : (await allHands()).find(entry => entry.id === place());
  const atTable = ["table", "sets"].includes(place()) || location.hash.startsWith("#game=");
  if (left || atTable || location.hash.startsWith("#hand=")) wait(left); // no start page before the hand or the game
  speak(spoken in words ? spoken : Object.keys(words)[0]);
  document.body.dataset.stands = Math.round(performance.now() - began);
  follow(arrive);
  await offline.begin();
  awaitVersions();
  const started = startEngines(began);
  if (choices.rules) ask("play", choices.rules);
  await sets.resume();
  await table.resume();
  const linked = async () => {
    const [, what, text] = location.hash.match(/^#(hand|game)=(.*)$/) ?? [];
    if (what === "hand") await openLink(text);
    if (what !== "game") return;
    await openTable();
    await table.take(text);
    clearNotice();
  };
  addEventListener("hashchange", linked);
  await linked();
  if (hand) return started;
  if (left?.id === place()) await reopen(left);
  else if (place() !== null) await arrive(place());
  await started;
}

/** Open what the browser's history says, unless it is open. */
async function arrive(to) {
  document.querySelector(".yl-finder-close")?.click();
  const opens = { table: () => table.isOpen || openTable(), sets: () => sets.isOpen || openSets(), hands: listHands }[to];
  if (opens) return opens();
  const entry = to !== null && hand?.id !== to && (await allHands()).find(({ id }) => id === to);
  if (entry) await reopen(entry);
  else if (to === null || hand?.id !== to) close();
}

/** Start Python and the networks, then bring what the page needs offline. */
async function startEngines(began = performance.now()) {
  standing.lost("");
  try {
    document.body.dataset.times = JSON.stringify(await engines.start());
  } catch (error) {
    return standing.lost(error.message || "?");
  }
  document.body.dataset.ready = Math.round(performance.now() - began);
  await offline.complete();
  document.body.dataset.offline = offline.state === "loose" || offline.state === "kept" ? "ready" : offline.state;
}

async function speak(language) {
  texts = words[language];
  document.documentElement.lang = texts.tag;
  notice("");
  tools(language);
  start();
  standing.draw();
  await ask("speak", language);
  if (hand) draw((await ask("shown")).shown);
  if (table.isOpen) await table.show();
  if (sets.isOpen) await sets.show();
  if (byId("hands").firstChild) await listHands();
}

/** Show the game at this device's table. */
async function openTable() {
  close();
  byId("start").hidden = true;
  go("table");
  await table.show();
}

/** Show the tile sets, and how to teach one. */
async function openSets() {
  close();
  byId("start").hidden = true;
  go("sets");
  await sets.show();
}

/** Say something above the page. */
function notice(text) {
  byId("doing").textContent = text;
  if (text) byId("doing").scrollIntoView({ block: "nearest" });
}

/** Wait until something is stored; if the browser does not store it, say so once. */
async function stored(keeping) {
  try {
    await keeping;
    unkept = false;
  } catch {
    if (!unkept) notice(texts.say.not_kept);
    unkept = true;
  }
}

function tools(spoken) {
  const languages = el("select", { "data-key": "language", "aria-label": texts.say.language,
    onchange: ({ target: { value } }) => { choose("language", value); speak(value); } },
    ...Object.entries(words).map(([key, { name }]) => el("option", { value: key, text: name, selected: key === spoken })));
  redraw(byId("tools"), languages, el("button", { class: "pk-button", id: "to-hands", text: texts.say.hands, onclick: listHands }),
    el("button", { class: "pk-button", id: "to-table", text: texts.say.table, onclick: openTable }));
  standing.foot();
}

function start() {
  const camera = el("input", { type: "file", accept: "image/*", capture: "environment", id: "camera", "data-key": "camera", onchange: onPhoto });
  const library = el("input", { type: "file", accept: "@ACCEPT@", id: "library", onchange: onPhoto });
  redraw(byId("start"),
    mayFilm ? el("button", { class: "pk-button pk-wide pk-strong", id: "finder", "data-key": "camera", text: texts.say.camera, onclick: openCamera })
      : el("label", { class: "pk-button pk-wide pk-strong" }, texts.say.camera, camera),
    el("label", { class: "pk-button pk-wide" }, texts.say.library, library),
    el("button", { class: "pk-button pk-wide", text: texts.say.type, onclick: beginTyped }), el("div", { id: "sets" }));
  sets.draw();
}

/** A photo from the viewfinder; null if the person closes it. Throws if the browser withholds the camera. */
async function filmed() {
  let taken = null;
  const end = over();
  try {
    await ask("film");
    const look = canvas => {
      const picture = canvas.transferToImageBitmap();
      return ask("aim", picture, [picture]);
    };
    await openFinder(texts.say, look, async (blob, alone) => {
      if (alone && !await ask("passes", blob)) return false;
      taken = blob;
      return true;
    });
  } finally {
    await end();
  }
  return taken;
}

/** Open the viewfinder; if the browser withholds the camera, offer the phone's camera app. */
async function openCamera() {
  try {
    const blob = await filmed();
    if (blob) await read(blob, true);
  } catch (error) {
    notice(`${texts.say.no_camera} ${error.message}`);
    mayFilm = false;
    start();
  }
}

/** Another look at the open hand: its photo is read together with those before. */
async function lookAgain() {
  if (!hand?.blob) return;
  try {
    const blob = mayFilm && await filmed();
    if (mayFilm) return blob && await readAgain(blob, true);
  } catch (error) {
    mayFilm = false;
    return notice(`${texts.say.no_camera} ${error.message}`); // the next tap may open the phone's camera
  }
  const field = el("input", { type: "file", accept: "image/*", capture: "environment", onchange: () => field.files[0] && readAgain(field.files[0], false) });
  field.click();
}

async function readAgain(blob, filmed) {
  const own = hand;
  const { shown } = await ask("look", { id: newRun(own), blob, filmed });
  if (hand === own) draw(shown);
}

function newRun(of) {
  runOf.set(of, runs += 1);
  return runs;
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

/** Read a photo. It is kept before it is read, and shown at once: engines may still be on their way. */
async function read(blob, filmed = false) {
  const id = Date.now();
  await readKept({ id, blob }, stored(keepHand({ id, blob })), filmed);
}

/** Read a photo that is kept, or is being kept. */
async function readKept({ id, blob }, keeping, filmed = false) {
  const own = hand = { id, blob };
  wait(hand);
  go(id);
  notice(texts.say.reading);
  try {
    const { shown } = await ask("read", { id: newRun(own), blob, url: photoAt, filmed });
    if (hand !== own) return;
    notice(unkept ? texts.say.not_kept : "");
    draw(shown);
  } catch (error) {
    await keeping;
    if (error.message === NO_PICTURE) await stored(forgetHands(id));
    showUnread(own, error.message);
  }
}

/** What is known of a hand before Python draws it: its photo, or its tiles and score when it was last seen. */
function wait(entry) {
  table.hide();
  sets.hide();
  byId("start").hidden = true;
  byId("hands").replaceChildren();
  for (const part of ["with", "score-in-full"]) byId(part).replaceChildren();
  byId("desk").hidden = true;
  const photo = entry?.blob && el("img", { class: "pk-waits", src: address(entry.blob), alt: "" });
  redraw(byId("waiting"), photo, !photo && entry?.groups && el("p", { text: entry.headline }), !photo && entry?.groups && tilesOf(entry));
}

/** Handle a better or the last reading of a photo. */
async function onReading({ hand: run, shown, kept, last, failed }) {
  if (!hand || runOf.get(hand) !== run) return;
  if (failed) return showUnread(hand, failed);
  Object.assign(hand, { kept, picture: null });
  draw(shown);
  await keep();
  if (!last) return;
  window.yakulens = last;
  document.body.dataset.read = run;
}

/** `reason`: a sentence's name, or words of the browser. */
function showUnread(unread, reason) {
  if (hand === unread) backToStart();
  notice(texts.say[reason] ?? `${texts.say.failed} ${reason}`);
  window.yakulens = { failed: reason };
  document.body.dataset.read = `failed-${Date.now()}`;
}

async function beginTyped() {
  hand = { id: Date.now(), blob: null };
  draw((await ask("typed")).shown);
}

/** Store a hand, by default the shown one, as the desk shows it. */
function keep(entry = hand, { outcome, hand: laid, tiles } = data) {
  const groups = [laid.concealed, ...laid.melds.map(meld => meld.tiles), [laid.win ?? []].flat()]
    .map(uids => uids.map(uid => tiles.find(tile => tile.uid === uid)?.face).filter(Boolean));
  return stored(keepHand({ ...entry, picture: null, headline: outcome?.headline ?? "", groups }));
}

/** Clear the notice above the page, and the hand's link in the address. */
function clearNotice() {
  notice("");
  if (location.hash) history.replaceState(history.state, "", location.pathname + location.search);
}

async function onTaps(message) {
  clearNotice();
  const events = message.events;
  const go = events.find(event => event.do === "go");
  if (go) {
    const heard = ask("hear", message); // whether the next photo shows the same hand, or that the table takes its win
    if (go.where !== "table") return backToStart();
    await heard;
    await table.keep(await ask("table_shown", Math.floor(Date.now() / 1000)));
    return openTable();
  }
  if (events.some(event => event.do === "stop") && !hand.kept && hand.blob) {
    const { id } = hand;
    backToStart();
    return stored(forgetHands(id));
  }
  const say = events.find(event => event.do === "say" && event.field === "rules");
  if (say) choose("rules", say.value);
  const tapped = hand;
  const { kept, shown } = await ask("hear", message);
  const picture = events.some(event => event.do === "picture") ? await drawCard(shown.card) : null;
  Object.assign(tapped, { kept, picture, link: null });
  if (hand === tapped) draw(shown);
  await keep(tapped, shown);
}

/** Carry out a tap about the second claim. */
async function onClaim(does, what) {
  clearNotice();
  const tapped = hand;
  const { kept, shown } = await ask(does, what);
  Object.assign(tapped, { kept, picture: null });
  if (hand === tapped) draw(shown);
  await keep(tapped, shown);
}

function backToStart() {
  close();
  go(null);
}

/** Close what is open; below it is the start page. */
function close() {
  clearNotice();
  hand = null;
  removeDesk?.(); // else what it has sent last is sent again, and leaves the next hand too
  removeDesk = shownHand = null;
  claims.close();
  ask("leave");
  table.hide();
  sets.hide();
  byId("desk").hidden = true;
  for (const part of ["with", "score-in-full"]) byId(part).replaceChildren();
  for (const part of ["waiting", "hands"]) byId(part).replaceChildren();
  byId("start").hidden = false;
  scrollTo(0, 0);
}

function draw(shown) {
  if (!hand) return; // it was closed meanwhile
  data = shown;
  const isNew = shownHand !== hand;
  shownHand = hand;
  if (isNew) {
    removeDesk?.(); // what was open or enlarged belongs to the hand before
    claims.close();
  }
  table.hide();
  sets.hide();
  byId("desk").hidden = false;
  byId("start").hidden = true;
  byId("waiting").replaceChildren();
  byId("hands").replaceChildren();
  removeDesk = show({ data: { ...shown, picture: hand.picture ?? null }, parentElement: byId("desk"), setTriggerValue: (_, message) => onTaps(message) });
  showSet(shown.read_with);
  showScore(shown);
  if (shown.told) notice(shown.told);
  if (!isNew) return;
  go(hand.id);
  scrollTo(0, 0);
}

/** Which taught set the photo was read with, and the way to read it without. */
function showSet(told) {
  const { id, blob } = hand;
  const without = async () => {
    await sets.teach();
    await readKept({ id, blob });
  };
  redraw(byId("with"), told && el("p", { class: "yl-note", text: told }), told && blob && el("button", { class: "pk-button", "data-key": "read-without", text: texts.sets.take_back, onclick: without }));
}

/** The score in full, the comparison and the hand won otherwise, drawn as on a server's page; then the hand as a link. */
function showScore({ result, comparison, claims: claimed, card, heard }) {
  const score = byId("score-in-full");
  if (!result) return score.replaceChildren();
  if (!score.firstChild) score.append(...PARTS.map(id => el("div", { id })), claims.host, el("div", { id: "handing" }));
  const told = [result, ...comparison];
  PARTS.forEach((id, at) => {
    if (told[at]) drawn({ data: { ...told[at], heard }, parentElement: byId(id), setTriggerValue: (_, message) => onTaps(message) });
    else byId(id).replaceWith(el("div", { id }));
  });
  claims.draw(claimed);
  redraw(byId("handing"), ...card ? [el("button", { class: "pk-button", id: "link", "data-key": "link", text: texts.say.link, onclick: link }),
    el("p", { id: "linked", role: "status" }), el("div", { id: "handed" })] : []);
}

/** The hand as a link: the address of this page, a code, and the way to a server's page. */
async function link() {
  const text = await handing.link(hand.id);
  hand.link = text;
  keep();
}

/** Open the hand of a link: the kept one with its photo, if it is here; a broken link leaves what is open. */
async function openLink(text) {
  const here = (await allHands()).find(entry => entry.link === text);
  if (here) return reopen(here);
  try {
    const { told, kept, shown } = await ask("follow", text);
    hand = { id: Date.now(), blob: null, kept, link: text };
    draw(shown);
    notice(told);
  } catch {
    return notice(texts.say.no_linked_hand);
  }
  await keep();
}

async function listHands() {
  close();
  go("hands");
  const hands = await allHands();
  byId("hands").replaceChildren(...handsList(page, hands, unkept, listHands));
}

/** Date and time as in the history of a server's page, in every language: 2026-11-26 20:13. */
function dateAndTime(id) {
  return new Date(id).toLocaleString("sv", { dateStyle: "short", timeStyle: "short" });
}

/** Open a kept hand; a photo whose reading was left is read again. */
async function reopen({ id, blob: file, kept }) {
  const blob = await takenOut(file);
  if (!kept) return readKept({ id, blob });
  wait({ id, blob });
  const photo = blob && { ...JSON.parse(kept).photo, url: photoAt };
  hand = { id, blob, kept };
  draw((await ask("reopen", { kept, photo, blob })).shown);
}

/** A new version waits until it is asked for; then every tab of the page begins anew with it. */
function awaitVersions() {
  const { workers, registration } = offline;
  registration?.addEventListener("updatefound", () => registration.installing?.addEventListener("statechange", () => standing.foot()));
  let hadController = Boolean(workers?.controller);
  workers?.addEventListener("controllerchange", () => { if (hadController) location.reload(); hadController = true; });
}

document.addEventListener("yl-look", lookAgain);
document.body.dataset.version = "@VERSION@";
begin().catch(error => { byId("doing").textContent = error.message; });
