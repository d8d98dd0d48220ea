import { useContext, useEffect, useRef, useState } from 'preact/hooks'
import { classColour } from '../parts/class-name.js'
import { Segments } from '../parts/segments.js'
import { say } from '../words/say.js'
import type { ItemContent, Picture } from './content.js'
import { FileColumns } from './file-columns.js'
import { pulledClass, type WeighedFeatures } from './marks.js'
import { featureRows, valueText } from './table.js'

const FIRST_ROWS = 100
const signed = new Intl.NumberFormat('en-GB', { maximumSignificantDigits: 2, signDisplay: 'exceptZero' })

interface FeaturesProps {
  readonly content: ItemContent
  readonly picture: Picture | undefined
  readonly weighed: WeighedFeatures
  readonly classes: readonly string[]
  readonly revealed: boolean
}

interface WeighingProps extends Pick<FeaturesProps, 'weighed' | 'classes' | 'revealed'> {
  readonly name: string
  readonly weight: number
  readonly label: string | undefined
}

const Weighing = ({ name, weight, label, weighed, classes, revealed }: WeighingProps) => {
  const one = { contribution: weight, ...(label !== undefined && { label }) }
  const pull = revealed ? pulledClass(one, weighed.predicted, classes) : undefined
  return (
    <mark class="of-class" data-class={pull === undefined ? undefined : classColour(classes, pull)}>
      {name}
    </mark>
  )
}

/** Weights are shown only after the reveal, because they show the suggestion. */
const Features = ({ content, weighed, classes, revealed }: Omit<FeaturesProps, 'picture'>) => {
  const rows = featureRows(content, weighed.contributions, useContext(FileColumns))
  const [all, setAll] = useState(false)
  const isWeighed = revealed && rows.some(({ weight }) => weight !== undefined)
  const shown = all ? rows : rows.slice(0, FIRST_ROWS)
  return (
    <>
      <table class="table features">
        <thead>
          <tr>
            <th scope="col">{say('item.name')}</th>
            <th scope="col" class="n">
              {say('item.value')}
            </th>
            {isWeighed && (
              <th scope="col" class="n">
                {say('item.weight')}
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {shown.map(({ name, value, weight, label }) => (
            <tr key={name}>
              <td>
                {weight === undefined ? (
                  name
                ) : (
                  <Weighing {...{ name, weight, label, weighed, classes, revealed }} />
                )}
              </td>
              <td class={typeof value === 'number' ? 'n' : 'n text'}>{valueText(value)}</td>
              {isWeighed && <td class="n">{weight === undefined ? '' : signed.format(weight)}</td>}
            </tr>
          ))}
        </tbody>
      </table>
      {shown.length < rows.length && (
        <p>
          <button type="button" class="button" onClick={() => setAll(true)}>
            {say('item.moreRows', { count: rows.length })}
          </button>
        </p>
      )}
    </>
  )
}

const Canvas = ({ picture: { width, height, pixels } }: { readonly picture: Picture }) => {
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    const context = canvas.current?.getContext('2d')
    if (!context) return
    const image = context.createImageData(width, height)
    pixels.forEach((shade, at) => {
      image.data.fill(Math.round(255 * shade), 4 * at, 4 * at + 3)
      image.data[4 * at + 3] = 255
    })
    context.putImageData(image, 0, 0)
  }, [width, height, pixels])
  return (
    <canvas
      ref={canvas}
      class="pixels"
      width={width}
      height={height}
      role="img"
      aria-label={say('item.imageLabel', { width, height })}
    />
  )
}

/** Features as a table or an image. */
export const FeaturesBody = ({ picture, ...features }: FeaturesProps) => {
  const [shown, setShown] = useState<'picture' | 'table'>('picture')
  if (!picture) return <Features {...features} />
  return (
    <>
      <Segments<'picture' | 'table'>
        label={say('item.as')}
        options={[
          ['picture', say('item.asPicture')],
          ['table', say('item.asTable')],
        ]}
        value={shown}
        onChange={setShown}
      />
      {shown === 'picture' ? <Canvas picture={picture} /> : <Features {...features} />}
    </>
  )
}
