#!/usr/bin/env bash
# Expected: a bundler keeps a call that may throw, above all inside try, where the throw is the only thing it is made for.
# rolldown 1.2.19, default options: `try { decodeURIComponent(path) } catch { return false }` becomes a function that always
# returns true; encodeURIComponent and String.fromCodePoint go the same way when their value is not used.
# BigInt and JSON.parse stay. 1.3.3 keeps the first two, and still drops String.fromCodePoint.
# Seen: false from the source, true from the bundle, for the malformed path "%E0%A4%A".
# Why it matters: a server validates what a stranger sends by calling these and catching. Bundled, the check is gone without
# a warning, and the malformed value goes on to whoever decodes it next. It stays with treeshake: false and minify: false.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts rolldown@1.2.19 2>/dev/null
cat >source.mjs <<'JS'
const holds = (work) => {
  try {
    work()
    return true
  } catch {
    return false
  }
}
export const isDecodable = (path) => {
  try {
    decodeURIComponent(path)
    return true
  } catch {
    return false
  }
}
export const isEncodable = (text) => {
  try {
    encodeURIComponent(text)
    return true
  } catch {
    return false
  }
}
export const isCodePoint = (number) => {
  try {
    String.fromCodePoint(number)
    return true
  } catch {
    return false
  }
}
export const isInteger = (text) => {
  try {
    BigInt(text)
    return true
  } catch {
    return false
  }
}
export const isJson = (text) => holds(() => JSON.parse(text))
JS
cat >run.mjs <<'JS'
import { rolldown } from 'rolldown'

const build = async (file, input = {}, output = {}) => {
  const bundle = await rolldown({ input: 'source.mjs', onLog: () => undefined, ...input })
  await bundle.write({ file, format: 'esm', ...output })
  await bundle.close()
}
await build('default.mjs')
await build('kept.mjs', { treeshake: false }, { minify: false })
for (const file of ['source', 'default', 'kept']) {
  const { isDecodable, isEncodable, isCodePoint, isInteger, isJson } = await import(`./${file}.mjs`)
  console.log(file, isDecodable('%E0%A4%A'), isEncodable('\ud800'), isCodePoint(-1), isInteger('1.5'), isJson('{'))
}
JS
cat >expected <<'OUT'
source false false false false false
default true true true false false
kept false false false false false
OUT
node --no-warnings run.mjs >seen
diff expected seen
echo 'As described.'
