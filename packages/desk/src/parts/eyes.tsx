/** The logo: two half-closed eyes that look sideways. */
export const Eyes = () => (
  <svg class="eyes" viewBox="0 0 36 16" aria-hidden="true">
    <path class="lid" d="M1.2 2.6h15c0 7-3 11-7.5 11s-7.5-4-7.5-11Z" />
    <circle class="pupil" cx="12" cy="6.7" r="2.9" />
    <path class="lid" d="M19.8 2.6h15c0 7-3 11-7.5 11s-7.5-4-7.5-11Z" />
    <circle class="pupil" cx="30.6" cy="6.7" r="2.9" />
  </svg>
)

/** Closed eyes, for empty states. */
export const ClosedEyes = () => (
  <svg width="60" height="32" viewBox="0 0 30 16" fill="none" stroke="var(--ink-3)" aria-hidden="true">
    <path
      d="M1.5 4.5c2.6 4.6 8.9 4.6 11.5 0M17 4.5c2.6 4.6 8.9 4.6 11.5 0"
      stroke-linecap="round"
      stroke-width="1.4"
    />
  </svg>
)
