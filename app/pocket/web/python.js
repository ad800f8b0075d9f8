// The browser's Python with all that the page runs in it.

import { loadPyodide } from "./pyodide/pyodide.mjs";
import { stored } from "./zip.js";

/** Python's objects that the page asks, and the milliseconds until they stood. */
export async function start() {
  const began = performance.now();
  const load = async (path, as) => {
    const response = await fetch(path);
    if (!response.ok) throw new TypeError(`${path}: ${response.status}`);
    return response[as]();
  };
  const zips = ["./numpy.zip", "./python.zip"].map(zip => load(zip, "arrayBuffer")); // come while Python starts
  for (const zip of zips) zip.catch(() => null); // it is awaited below
  const pyodide = await loadPyodide({ indexURL: new URL("./pyodide/", import.meta.url).href });
  // numpy inspects its callers before it works in place in arrays of 256 kB or more; here it cannot.
  pyodide._module.mergeLibSymbols({ backtrace: () => 0 }, "numpy");
  for (const zip of zips) lay(pyodide.FS, stored(await zip));
  const loaded = performance.now();
  const phone = pyodide.pyimport("yakulens.app.pocket.phone").Phone();
  const table = pyodide.pyimport("yakulens.app.pocket.table").PhoneTable(phone);
  phone.use(await load("./card.json", "text"));
  return { pyodide, phone, filming: phone.filming, table, times: { pyodide: loaded - began, python: performance.now() - began } };
}

/** Lay files, with their folders, where Python looks for modules. */
function lay(fs, files) {
  const folders = new Set();
  for (const [name, bytes] of files) {
    const path = `/home/pyodide/${name}`;
    const folder = path.slice(0, path.lastIndexOf("/"));
    if (!folders.has(folder)) fs.mkdirTree(folder);
    folders.add(folder);
    fs.writeFile(path, bytes, { canOwn: true });
  }
}
