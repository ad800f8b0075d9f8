// Compiles Python's part of the page with the browser's Python: node compiled.mjs ENGINE OUT ZIP...

import { readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const COMPILED = `
import compileall, io, pathlib, py_compile, zipfile

root = pathlib.Path("/compiled")
mode = py_compile.PycInvalidationMode.UNCHECKED_HASH
assert compileall.compile_dir(root, quiet=1, legacy=True, stripdir=str(root), invalidation_mode=mode)
memory = io.BytesIO()
with zipfile.ZipFile(memory, "w", zipfile.ZIP_DEFLATED) as archive:
    for path in sorted(each for each in root.rglob("*") if each.is_file() and each.suffix != ".py"):
        entry = zipfile.ZipInfo(path.relative_to(root).as_posix(), (2000, 1, 1, 0, 0, 0))
        archive.writestr(entry, path.read_bytes(), zipfile.ZIP_DEFLATED)
memory.getvalue()
`;

const [engine, out, ...parts] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${engine}/pyodide.mjs`));
const pyodide = await loadPyodide({ indexURL: `${engine}/` });
for (const part of parts) pyodide.unpackArchive(new Uint8Array(readFileSync(part)).buffer, "zip", { extractDir: "/compiled" });
writeFileSync(out, pyodide.runPython(COMPILED).toJs());
