import type { Target } from '../src/report/page/drawing.js'

/** The tooltip of a point, by pointer, touch or arrow keys. */
export interface Tip {
  /** Sets the points of a new drawing and hides the tooltip. */
  show(targets: readonly Target[]): void
}

export const makeTip = (plot: HTMLElement): Tip => {
  let targets: readonly Target[] = []
  let current: Target | undefined
  const ring = document.createElement('div')
  ring.className = 'ring'
  const note = document.createElement('div')
  note.className = 'tip'
  note.setAttribute('role', 'status')
  plot.append(ring, note)

  const point = (target: Target | undefined): void => {
    if (target === current) return
    current = target
    for (const part of [ring, note]) part.classList.toggle('on', target !== undefined)
    if (!target) return
    fill(note, target)
    ring.style.left = `${target.x}px`
    ring.style.top = `${target.y}px`
    ring.style.borderColor = target.colour
    const left = target.x - note.offsetWidth / 2
    note.style.left = `${Math.max(0, Math.min(plot.clientWidth - note.offsetWidth, left))}px`
    const above = target.y - note.offsetHeight - 14
    note.style.top = `${above < -24 ? target.y + 14 : above}px`
  }

  const follow = (event: PointerEvent): void => {
    const box = plot.getBoundingClientRect()
    point(nearest(targets, event.clientX - box.left, event.clientY - box.top))
  }
  plot.addEventListener('pointermove', follow)
  plot.addEventListener('pointerdown', follow)
  plot.addEventListener('pointerleave', (event) => {
    // Lifting a finger also fires a leave event, but the tooltip should stay.
    if (event.pointerType === 'mouse') point(undefined)
  })
  document.addEventListener('pointerdown', (event) => {
    if (!plot.contains(event.target as Node)) point(undefined)
  })
  plot.addEventListener('blur', () => point(undefined))
  plot.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') return point(undefined)
    const direction = directions[event.key]
    if (!direction || targets.length === 0) return
    event.preventDefault()
    point(current ? (neighbour(targets, current, direction) ?? current) : targets[0])
  })
  return {
    show(next) {
      targets = next
      current = undefined
      for (const part of [ring, note]) part.classList.remove('on')
    },
  }
}

type Direction = readonly [x: number, y: number]

const directions: Readonly<Record<string, Direction>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

const nearest = (targets: readonly Target[], x: number, y: number): Target | undefined => {
  let [found, least] = [undefined as Target | undefined, Number.POSITIVE_INFINITY]
  for (const target of targets) {
    const distance = Math.hypot(target.x - x, target.y - y)
    if (distance <= target.reach && distance < least) [found, least] = [target, distance]
  }
  return found
}

/** The next point in a direction, on the same line if possible. */
const neighbour = (targets: readonly Target[], from: Target, [dx, dy]: Direction): Target | undefined => {
  let [found, least] = [undefined as Target | undefined, Number.POSITIVE_INFINITY]
  for (const target of targets) {
    const ahead = (target.x - from.x) * dx + (target.y - from.y) * dy
    if (ahead < 0.5) continue
    const aside = Math.abs((target.x - from.x) * dy) + Math.abs((target.y - from.y) * dx)
    const other = dx !== 0 && target.group !== from.group ? 1000 : 0
    const cost = ahead + 4 * aside * (dy !== 0 ? 1 : 0.25) + other
    if (cost < least) [found, least] = [target, cost]
  }
  return found
}

const fill = (note: HTMLElement, { title, facts, colour }: Target): void => {
  const heading = document.createElement('strong')
  heading.textContent = title
  heading.style.borderColor = colour
  const lines = facts.map(([label, value]) => {
    const line = document.createElement('span')
    const name = document.createElement('i')
    name.textContent = label
    const text = document.createElement('b')
    text.textContent = value
    line.append(...(label ? [name, ' '] : []), text)
    return line
  })
  note.replaceChildren(heading, ...lines)
}
