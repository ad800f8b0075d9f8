// Runs a Python program in the browser's Python as the page has it: node in_pyodide.mjs PAGE PROGRAM FOLDER. The
// program finds the folder's files in its own, and what it writes there is written into the folder.

import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [page, program, folder] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${page}/pyodide/pyodide.mjs`));
const pyodide = await loadPyodide({ indexURL: `${page}/pyodide/` });
pyodide._module.mergeLibSymbols({ backtrace: () => 0 }, "numpy"); // as python.js does
for (const zip of ["numpy.zip", "python.zip"]) {
  pyodide.unpackArchive(new Uint8Array(readFileSync(`${page}/${zip}`)).buffer, "zip", { extractDir: "/home/pyodide" });
}
for (const name of readdirSync(folder)) pyodide.FS.writeFile(`/home/pyodide/${name}`, readFileSync(`${folder}/${name}`));
pyodide.runPython(readFileSync(program, "utf8"));
for (const name of pyodide.FS.readdir("/home/pyodide").filter(name => name.startsWith("out-"))) {
  writeFileSync(`${folder}/${name}`, pyodide.FS.readFile(`/home/pyodide/${name}`));
}
