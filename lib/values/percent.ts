/** Hundredths of a percent from text such as "2", "2.36" or "2.36 %"; null for anything else. Exact, without floats. */
export function readPercent(text: string): number | null {
  const read = /^(\d{1,4})(?:\.(\d{1,2}))?\s*%?$/.exec(text.trim())
  return read ? Number(read[1]) * 100 + Number((read[2] ?? '').padEnd(2, '0')) : null
}

/** 236 as "2.36", 1800 as "18". */
export function percentText(basisPoints: number): string {
  const whole = Math.floor(basisPoints / 100)
  const rest = String(basisPoints % 100).padStart(2, '0')
  return rest === '00' ? String(whole) : `${whole}.${rest.replace(/0$/, '')}`
}
