import { readFileSync } from 'node:fs'

/** The pages by group, in the order of the sidebar. */
const named = [
  {
    text: 'Start',
    pages: [
      ['Overview', 'README.md'],
      ['Label a file', 'docs/label-a-file.md'],
      ['Bring your data', 'docs/bring-your-data.md'],
      ['The service', 'docs/service.md'],
      ['From Python', 'docs/python.md'],
      ['In a program: live', 'docs/live.md'],
      ['Experiments', 'docs/experiments.md'],
      ['Examples', 'examples/README.md'],
      ['Glossary', 'docs/glossary.md'],
    ],
  },
  {
    text: 'Guides',
    pages: [
      ['The desk', 'docs/desk.md'],
      ['Embeddings', 'docs/embeddings.md'],
      ['Several labels', 'docs/multi-label.md'],
      ['Export', 'docs/export.md'],
      ['Operating the service', 'docs/service-operation.md'],
      ['Several nodes', 'docs/several-nodes.md'],
      ['Security', 'docs/security.md'],
      ['Docker and systemd', 'deploy/README.md'],
    ],
  },
  {
    text: 'How it works',
    pages: [
      ['A round and a request', 'docs/lifecycle.md'],
      ['auto', 'docs/auto.md'],
      ['Pools', 'docs/pool.md'],
    ],
  },
  {
    text: 'Reference',
    pages: [
      ['Commands', 'docs/cli.md'],
      ['Routes', 'docs/api.md'],
      ['Settings and metrics', 'docs/settings.md'],
      ['Formats', 'docs/formats.md'],
      ['Algorithms', 'docs/algorithms.md'],
      ['Errors', 'docs/errors.md'],
      ['Model file', 'docs/model-file.md'],
      ['All pages', 'docs/README.md'],
    ],
  },
  {
    text: 'Results',
    collapsed: true,
    pages: [
      ['The papers', 'docs/results/README.md'],
      ['Compared with other tools', 'docs/peers.md'],
      ['Pools', 'docs/results/pool.md'],
      ['Quality intervals', 'docs/results/quality.md'],
      ['Hard circumstances', 'docs/results/quality-hard.md'],
      ['Gain over random', 'docs/results/over-random.md'],
      ['What measuring costs', 'docs/results/economy.md'],
      ['Endurance', 'docs/results/endurance.md'],
      ['Speed', 'docs/results/speed.md'],
      ['Speed of the service', 'docs/results/service-speed.md'],
      ['Speed of wide streams', 'docs/results/scale.md'],
      ['Speed of the desk', 'docs/results/desk-speed.md'],
    ],
  },
  {
    text: 'Project',
    collapsed: true,
    pages: [
      ['Contributing', 'CONTRIBUTING.md'],
      ['Dependencies', 'docs/dependencies.md'],
      ['Changelog', 'CHANGELOG.md'],
    ],
  },
]

const isNamed = (file) => named.some(({ pages }) => pages.some(([, other]) => other === file))

/** The other pages in the index of docs go to the guides or the results. */
const others = [
  ...readFileSync(new URL('../../docs/README.md', import.meta.url), 'utf8').matchAll(
    /^\| \[([^\]]+)\]\(([^)]+)\)/gm,
  ),
]
  .map(([, text, file]) => [text, `docs/${file}`])
  .filter(([, file]) => !isNamed(file))

const isResult = ([, file]) => file.startsWith('docs/results/')
const additions = {
  Guides: others.filter((page) => !isResult(page)),
  Results: others.filter(isResult),
}

export const groups = named.map((group) => ({
  ...group,
  pages: [...group.pages, ...(additions[group.text] ?? [])],
}))
