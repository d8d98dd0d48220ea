import type { Figure } from '../src/report/figure.js'
import type { Doc } from '../src/report/page/dom.js'
import { markup } from '../src/report/page/markup.js'
import { standalone } from '../src/report/page/standalone.js'

/** A saved figure has a fixed size, at two dots per pixel. */
const WIDTH = 720
const SCALE = 2

export const saveText = (text: string, type: string, name: string): void =>
  saveBlob(new Blob([text], { type }), name)

export const saveSvg = (figure: Figure, hidden: ReadonlySet<number>): void =>
  saveText(`${svgOf(figure, hidden)}\n`, 'image/svg+xml', `${fileName(figure)}.svg`)

export const savePng = async (figure: Figure, hidden: ReadonlySet<number>): Promise<void> => {
  const address = URL.createObjectURL(new Blob([svgOf(figure, hidden)], { type: 'image/svg+xml' }))
  try {
    const image = new Image()
    image.src = address
    await image.decode()
    const canvas = document.createElement('canvas')
    canvas.width = image.naturalWidth * SCALE
    canvas.height = image.naturalHeight * SCALE
    canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height)
    const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/png'))
    if (blob) saveBlob(blob, `${fileName(figure)}.png`)
  } finally {
    URL.revokeObjectURL(address)
  }
}

const svgOf = (figure: Figure, hidden: ReadonlySet<number>): string =>
  markup(standalone(figure, { document: document as unknown as Doc, width: WIDTH, hidden }))

const fileName = ({ id }: Figure): string => id.replace(/[^\w.-]+/g, '-').replace(/^[.-]+/, '') || 'figure'

const saveBlob = (blob: Blob, name: string): void => {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(blob)
  link.download = name
  link.click()
  // Delayed, because some browsers read the URL only later.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
}
