// Writes the licences of the packages whose code is in the bundles of a package.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './files.mjs'

export const LICENCES = 'THIRD-PARTY-LICENSES'

/** The folder of the innermost package in node_modules that a bundled file belongs to. */
const PACKAGE = /^.*node_modules\/(?:@[^/]+\/)?[^/]+/

/** Some packages name their licence, but have no file with its text. */
const texts = {
  ISC: (author) => `ISC License

Copyright (c) ${author}

Permission to use, copy, modify, and/or distribute this software for any purpose with or without fee is hereby granted,
provided that the above copyright notice and this permission notice appear in all copies.

THE SOFTWARE IS PROVIDED "AS IS" AND THE AUTHOR DISCLAIMS ALL WARRANTIES WITH REGARD TO THIS SOFTWARE INCLUDING ALL
IMPLIED WARRANTIES OF MERCHANTABILITY AND FITNESS. IN NO EVENT SHALL THE AUTHOR BE LIABLE FOR ANY SPECIAL, DIRECT,
INDIRECT, OR CONSEQUENTIAL DAMAGES OR ANY DAMAGES WHATSOEVER RESULTING FROM LOSS OF USE, DATA OR PROFITS, WHETHER IN AN
ACTION OF CONTRACT, NEGLIGENCE OR OTHER TORTIOUS ACTION, ARISING OUT OF OR IN CONNECTION WITH THE USE OR PERFORMANCE OF
THIS SOFTWARE.`,
  MIT: (author) => `MIT License

Copyright (c) ${author}

Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated
documentation files (the "Software"), to deal in the Software without restriction, including without limitation the
rights to use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to permit
persons to whom the Software is furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the
Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE
WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR
COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR
OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.`,
}

const licenceOf = (folder) => {
  const { name, version, license, author } = JSON.parse(
    readFileSync(join(root, folder, 'package.json'), 'utf8'),
  )
  const files = readdirSync(join(root, folder))
    .filter((file) => /^(licen[cs]e|copying|notice)/i.test(file))
    .sort()
  const text = files.map((file) => readFileSync(join(root, folder, file), 'utf8').trim()).join('\n\n')
  const own = text || texts[license]?.(author?.name ?? author ?? `the authors of ${name}`)
  if (!own)
    throw new Error(`${name} is bundled, but has no licence file, and the text of ${license} is not known`)
  return { name, version, license, text: own }
}

/** The packages whose licences were written in `folder`. */
export const licensedIn = (folder) =>
  [...readFileSync(join(folder, LICENCES), 'utf8').matchAll(/^={80}\n(\S+) /gm)].map(([, name]) => name)

/**
 * Writes the licences next to the package.json in `folder`, for all packages whose files are in the bundles.
 * @param bundles the results of esbuild with `metafile: true`
 * @param more names of packages whose files are copied
 */
export const writeLicences = (folder, bundles, more = []) => {
  const inputs = bundles.flatMap(({ metafile }) =>
    Object.values(metafile.outputs).flatMap(({ inputs }) =>
      Object.entries(inputs).flatMap(([path, { bytesInOutput }]) => (bytesInOutput > 0 ? [path] : [])),
    ),
  )
  const folders = new Set([
    ...inputs.flatMap((path) => PACKAGE.exec(path) ?? []),
    ...more.map((name) => `node_modules/${name}`),
  ])
  const licences = [...folders]
    .filter((path) => existsSync(join(root, path, 'package.json')))
    .map(licenceOf)
    .sort((a, b) => (`${a.name} ${a.version}` < `${b.name} ${b.version}` ? -1 : 1))
  const sections = licences.map(
    ({ name, version, license, text }) => `${'='.repeat(80)}\n${name} ${version} (${license})\n\n${text}\n`,
  )
  writeFileSync(
    join(folder, LICENCES),
    `This package contains code of the following packages.\n\n${sections.join('\n')}`,
  )
}
