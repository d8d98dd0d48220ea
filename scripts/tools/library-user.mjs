// A program of a user of the packages, which `npm run packages` runs in a project that installed them. It prints what it found.
import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { comparisonReport, parseProtocol, runExperiment } from '@askance/bench'
import { figureSvg, reportHtml } from '@askance/bench/drawing'
import { Classifier, Pool } from '@askance/core'
import { ItemInput, openData } from '@askance/data'
import { readSettings, startServer } from '@askance/server'
import { createClient, unwrap } from '@askance/server/client'

const hashOf = (data) => createHash('sha256').update(data).digest('hex').slice(0, 12)

/** Observes 500 items, answers, saves and loads; returns the model and what it decided. */
const play = (options) => {
  const model = new Classifier({ classes: ['ham', 'spam'], seed: 7, ...options })
  const decisions = []
  for (let k = 0; k < 500; k++) {
    const label = k % 3 === 0 ? 'spam' : 'ham'
    const features = { [`${label}${k % 5}`]: 1, [`word${k % 11}`]: 0.5 }
    const { predicted, scores, probability, coin, asked } = model.observe({ features }, `mail ${k}`)
    decisions.push([predicted, scores, probability, coin, asked])
    if (asked) model.answer(`mail ${k}`, label)
  }
  const saved = model.save()
  const isSame = hashOf(Classifier.load(saved).save()) === hashOf(saved)
  if (!isSame) throw new Error('the loaded model is another one')
  return { decisions, predicted: model.predict({ features: { spam1: 1 } }) }
}

const read = async () => {
  writeFileSync('read.csv', 'label,text\ngood,nice word\nbad,"poor, ugly word"\n')
  const data = await openData('read.csv')
  const labels = await data.labels()
  const input = await data.chooseInput(labels.length)
  return `${labels.join(' ')} ${input instanceof ItemInput}`
}

const experiment = async () => {
  const protocol = parseProtocol({
    sets: [{ name: 'texts', source: { stream: 'text-like', parameters: { rows: 300 } } }],
    algorithms: [{ name: 'PAA-II' }, { name: 'RPA-II', role: 'random' }],
    ratios: [0.1],
    runs: 2,
    tuning: { method: 'none' },
  })
  const results = await runExperiment(protocol, { dataDir: '.', threads: 2 })
  const report = comparisonReport(results)
  const figures = report.sections.flatMap((section) => section.figures)
  const drawn = figures.every((figure) => figureSvg(figure).startsWith('<svg'))
  return `${results.cells.length} cells, ${drawn && reportHtml(report).includes('</html>') ? 'drawn' : 'not drawn'}`
}

const serve = async () => {
  const flags = { store: 'library.sqlite', port: 0, anonymous: true, logLevel: 'silent' }
  const service = await startServer(readSettings({ flags }))
  const client = createClient({ baseUrl: service.url, name: 'Ada' })
  const { id } = await unwrap(
    client.POST('/v1/streams', { body: { title: 'Mails', classes: ['ham', 'spam'], seed: 7 } }),
  )
  const body = { id: 'mail-1', text: 'Win a free prize now' }
  const { asked } = await unwrap(
    client.POST('/v1/streams/{stream}/items', { params: { path: { stream: id } }, body }),
  )
  await service.close()
  return `asked ${asked}`
}

const pool = new Pool({ classes: ['a', 'b'], seed: 1 })
console.log(
  JSON.stringify({
    // The same bits with every JavaScript engine.
    published: hashOf(JSON.stringify(play({ algorithm: 'PAA-I', protocol: 'paper' }).decisions)),
    auto: play({ budget: { ratio: 0.2 } }).predicted,
    pool: pool.classes.length,
    read: await read(),
    experiment: await experiment(),
    service: await serve(),
  }),
)
