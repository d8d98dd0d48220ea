// The script of a report: replaces the static drawings by interactive ones.
import type { Figure } from '../src/report/figure.js'
import { saveText } from './save.js'
import { showFigure } from './view.js'

const textOf = (id: string): string | undefined => document.getElementById(id)?.textContent ?? undefined

const figures = JSON.parse(textOf('figures') ?? '[]') as Figure[]
for (const place of document.querySelectorAll<HTMLElement>('figure[data-figure]')) {
  const figure = figures[Number(place.dataset.figure)]
  if (figure) showFigure(place, figure)
}

const results = document.querySelector<HTMLButtonElement>('button[data-save="json"]')
if (results) {
  results.hidden = false
  results.addEventListener('click', () =>
    saveText(textOf('results') ?? '', 'application/json', 'results.json'),
  )
}
