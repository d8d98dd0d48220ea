import { saveFile } from '../parts/save-file.js'

export const saveText = (text: string, type: string, name: string): void =>
  saveFile(new Blob([text], { type }), name)

/** Renders a canvas as PNG with the page background. */
export const savePicture = (canvas: HTMLCanvasElement, ground: string, name: string): void => {
  const picture = document.createElement('canvas')
  picture.width = canvas.width
  picture.height = canvas.height
  const context = picture.getContext('2d')
  if (!context) return
  context.fillStyle = ground
  context.fillRect(0, 0, picture.width, picture.height)
  context.drawImage(canvas, 0, 0)
  picture.toBlob((blob) => blob && saveFile(blob, name))
}

/**
 * The file name without extensions.
 *
 * @example
 * fileStem('mails.jsonl.gz') // => 'mails'
 */
export const fileStem = (name: string): string => name.replace(/(?<=.)\..*$/, '') || 'lab'
