// Compiles zips of Python sources with the browser's Python, each in its place and at its level of `python -O`:
// node compiled.mjs ENGINE LEVEL ZIP [LEVEL ZIP]...

import { readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

// Nothing is deflated: the browser's Python opens a zip faster so, and a zip is packed as a whole on its way there.
const COMPILED = `
import compileall, io, pathlib, py_compile, zipfile

root = pathlib.Path(folder)
mode = py_compile.PycInvalidationMode.UNCHECKED_HASH
how = {"legacy": True, "stripdir": folder, "optimize": level, "invalidation_mode": mode}
assert compileall.compile_dir(root, quiet=1, **how)
memory = io.BytesIO()
with zipfile.ZipFile(memory, "w") as archive:
    for path in sorted(each for each in root.rglob("*") if each.is_file() and each.suffix != ".py"):
        entry = zipfile.ZipInfo(path.relative_to(root).as_posix(), (2000, 1, 1, 0, 0, 0))
        archive.writestr(entry, path.read_bytes())
memory.getvalue()
`;

const [engine, ...asked] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${engine}/pyodide.mjs`));
const pyodide = await loadPyodide({ indexURL: `${engine}/` });
for (let at = 0; at < asked.length; at += 2) {
  const [level, zip, folder] = [Number(asked[at]), asked[at + 1], `/sources-${at}`];
  pyodide.unpackArchive(new Uint8Array(readFileSync(zip)).buffer, "zip", { extractDir: folder });
  pyodide.globals.set("folder", folder);
  pyodide.globals.set("level", level);
  writeFileSync(zip, pyodide.runPython(COMPILED).toJs());
}
