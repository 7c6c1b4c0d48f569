import { inkOn } from '#lib/values/brand.ts'

/** The colour as the button that pays will show it. Drawn as SVG, since a page allows no styles in its elements. */
export function ColorSample({ typed }: { typed: string }) {
  const color = typed.trim().replace(/^#/, '').toLowerCase()
  if (!/^[0-9a-f]{6}$/.test(color)) return null
  return (
    <svg viewBox="0 0 120 36" width="120" height="36" className="mt-2 rounded-control" aria-hidden="true">
      <rect width="120" height="36" fill={`#${color}`} />
      <text x="60" y="23" textAnchor="middle" fontSize="14" fontWeight="550" fill={`#${inkOn(color)}`}>
        Pay ₹1,250.00
      </text>
    </svg>
  )
}
