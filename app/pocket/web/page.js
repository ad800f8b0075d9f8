// The page: where it is (at the start, at a hand, the game, the sets, a list), in which language, and what it says.

import { styled } from "./web/desk/main.js";
import { el, redraw } from "./web/desk/dom.js";
import { allHands, choices, choose, handOf } from "./kept.js";
import { Engines } from "./engines.js";
import { OpenHand } from "./hand.js";
import { handsList } from "./hands.js";
import { Offline } from "./offline.js";
import { HouseRules } from "./rules.js";
import { Sets } from "./sets.js";
import { Shots } from "./shots.js";
import { Standing } from "./standing.js";
import { Table } from "./table.js";
import { follow, go, place, showAsBefore } from "./where.js";

const byId = id => document.getElementById(id);
const engines = new Engines(told => hand.hear(told), told => sets.teaching.hear(told), reason => standing.lost(reason || "?"));
const offline = new Offline(() => standing.draw());
let [words, texts, unkept] = [null, null, false];

const ask = (...asked) => engines.ask(...asked);
const page = {
  get texts() { return texts; },
  get unkept() { return unkept; }, // whether the browser stores nothing more
  ask, stored, notice, why, clearNotice, clear, date: dateAndTime, toStart: backToStart, toSets: openSets, bring, takeUp, withoutSet: () => sets.teach(), reopen: reopenAsKept,
};
const standing = new Standing(page, offline, () => startEngines());
const [hand, table, sets] = [new OpenHand(page), new Table(byId("table"), page), new Sets(byId("tile-sets"), page)];
const rules = new HouseRules(byId("house-rules"), page, () => table.catchUp());
const shots = new Shots(page, hand, start);

/** Show the page at once; requests to Python and the networks wait until they have started. */
async function begin() {
  const began = performance.now();
  words = await (await fetch("./words.json")).json();
  await styled;
  const spoken = (choices.language ?? navigator.language).split(/[-_]/)[0].toLowerCase();
  const left = location.hash.startsWith("#hand=") ? null : await handOf(place() ?? 0);
  const atTable = ["table", "sets", "rules"].includes(place()) || location.hash.startsWith("#game=");
  if (left || atTable || location.hash.startsWith("#hand=")) hand.wait(left); // no start page before the hand or the game
  speak(spoken in words ? spoken : Object.keys(words)[0]);
  document.body.dataset.stands = Math.round(performance.now() - began);
  follow(arrive);
  await offline.begin();
  awaitVersions();
  const started = startEngines(began);
  await rules.resume();
  await sets.resume();
  await table.resume(); // it may be open already: a storage that was broken off takes its time
  const linked = async () => {
    const [, what, text] = location.hash.match(/^#(hand|game)=(.*)$/) ?? [];
    if (what === "hand") await hand.follow(text);
    if (what !== "game") return;
    const isTaken = await table.take(text); // before the address forgets it: a reload asks again
    await openTable();
    if (!isTaken) notice(texts.say.no_game);
  };
  addEventListener("hashchange", linked);
  await linked();
  if (hand.entry) return started;
  if (left?.id === place()) await hand.reopen(left);
  else if (place() !== null) await arrive(place());
  showAsBefore();
  await started;
}

/** Open what the browser's history says, unless it is open. */
async function arrive(to) {
  document.querySelector(".yl-finder-close")?.click();
  const opens = { table: () => table.isOpen || openTable(), sets: () => sets.isOpen || openSets(), rules: () => rules.isOpen || openRules(), hands: listHands }[to];
  if (opens) return opens();
  const entry = to !== null && hand.entry?.id !== to && await handOf(to);
  if (entry) await hand.reopen(entry);
  else if (to === null || hand.entry?.id !== to) close();
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
  await hand.redraw();
  if (table.isOpen) await table.show();
  if (sets.isOpen) await sets.show();
  if (rules.isOpen) await rules.show();
  if (byId("hands").firstChild) await listHands();
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
  redraw(byId("start"), ...shots.buttons(),
    el("button", { class: "pk-button pk-wide", text: texts.say.type, onclick: () => hand.type() }), el("div", { class: "pk-row" },
      el("div", { id: "sets" }), el("button", { class: "pk-button", id: "to-rules", "data-key": "to-rules", text: texts.house.title, onclick: openRules })));
  sets.draw();
}

/** Show the game at this device's table. */
async function openTable() {
  close();
  byId("start").hidden = true;
  go("table");
  await table.show();
}

/** Show the game, which has heard of the open hand. */
async function bring() {
  await table.bring();
  await openTable();
}

/** Show the tile sets, and how to teach one. */
async function openSets() {
  close();
  byId("start").hidden = true;
  go("sets");
  await sets.show();
}

/** Go on with the rules and the set that were brought and chosen elsewhere. */
async function takeUp() {
  await rules.takeUp();
  await sets.resume();
}

/** Show the house rules. */
async function openRules() {
  close();
  byId("start").hidden = true;
  go("rules");
  await rules.show();
}

async function listHands() {
  close();
  go("hands");
  const hands = await allHands();
  byId("hands").replaceChildren(...handsList(page, hands, unkept, listHands));
}

/** Open a hand of the list, as it is by now: another tab may have gone on with it. */
async function reopenAsKept(entry) {
  await hand.reopen(await handOf(entry.id) ?? entry);
}

function backToStart() {
  close();
  go(null);
}

/** Close what is open; below it is the start page. */
function close() {
  clearNotice();
  hand.close();
  clear();
  byId("start").hidden = false;
  scrollTo(0, 0);
}

/** Make room for a hand. */
function clear() {
  table.hide();
  sets.hide();
  rules.hide();
  byId("start").hidden = true;
  byId("hands").replaceChildren();
}

/** Say something above the page. */
function notice(text) {
  byId("doing").textContent = text;
  if (text) byId("doing").scrollIntoView({ block: "nearest" });
}

/** Why something failed: by a sentence's name, or words of the browser. */
function why(reason) {
  return texts.say[reason] ?? `${texts.say.failed} ${reason}`;
}

/** Clear the notice above the page, and the hand's link in the address. */
function clearNotice() {
  notice("");
  if (location.hash) history.replaceState(history.state, "", location.pathname + location.search);
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

/** Date and time as in the history of a server's page, in every language: 2026-11-26 20:13. */
function dateAndTime(id) {
  return new Date(id).toLocaleString("sv", { dateStyle: "short", timeStyle: "short" });
}

/** A new version waits until it is asked for; then every tab of the page begins anew with it. */
function awaitVersions() {
  const { workers, registration } = offline;
  registration?.addEventListener("updatefound", () => registration.installing?.addEventListener("statechange", () => standing.foot()));
  let hadController = Boolean(workers?.controller);
  workers?.addEventListener("controllerchange", () => { if (hadController) location.reload(); hadController = true; });
}

document.addEventListener("yl-look", () => shots.again());
document.body.dataset.version = "@VERSION@";
begin().catch(error => { byId("doing").textContent = error.message; });
