import { columnRoles, dataFormats } from '../../packages/data/dist/src/index.js'
import { code, generatedPage, table } from './markdown.mjs'

const introduction = `What \`askance\` and \`openData\` read, and what \`convert\`, \`predict\` and \`writeItems\` write. The format is detected from the
file name or the content; \`--format\` sets it. Files may be compressed by gzip, bzip2, xz or zstd; output is compressed if its name ends in .gz.
[Bring your data](bring-your-data.md) has an example for most of them.`

const columns = `Columns of tables are recognised by name and content. \`askance data check FILE\` says what was understood, and \`--columns NAME=ROLE\` corrects it:`

const names = (extensions) => extensions.map((ending) => code(`.${ending}`)).join(' ')

export const formatsPage = {
  file: 'docs/formats.md',
  render: async () =>
    generatedPage('Formats', [
      introduction,
      '## Read',
      table(
        ['format', 'extensions', 'what is read'],
        dataFormats.flatMap(({ name, reads }) =>
          reads ? [[code(name), names(reads.extensions), reads.summary]] : [],
        ),
      ),
      'Lines of CSV, TSV and JSONL that are empty, or have only spaces and tabs, are not items. A line with empty fields, such as `,,`, is one.',
      '## Written',
      table(
        ['format', 'extensions', 'what is written', 'cannot hold'],
        dataFormats.flatMap(({ name, writes }) =>
          writes ? [[code(name), names(writes.extensions), writes.summary, writes.limits]] : [],
        ),
      ),
      'Labels and predictions are columns of tables and members of JSON objects (`label`, `probability`, `probability:CLASS`, `source`), annotations and predictions of Label Studio, responses and suggestions of Argilla, and accepted or open tasks of Prodigy.',
      '## Column roles',
      columns,
      table(
        ['role', 'meaning'],
        Object.entries(columnRoles).map(([role, meaning]) => [code(role), meaning]),
      ),
    ]),
}
