type TestBandProps = { label: string; mode?: string; note?: string }

/** Test mode can never be mistaken for live: a pattern, not only a colour. */
export function TestBand({ label, mode = 'TEST MODE', note = 'No real money moves.' }: TestBandProps) {
  return (
    <section
      data-test-band=""
      aria-label={label}
      className="sticky top-0 z-21 col-span-full flex h-[23px] flex-wrap items-center gap-[10px] border-b border-line px-[16px] text-note whitespace-nowrap [background:repeating-linear-gradient(-45deg,var(--wait-tint)_0_8px,transparent_8px_16px),var(--paper)] *:min-w-0 print:static print:[print-color-adjust:exact]"
    >
      <b className="font-semibold text-wait">{mode}</b>
      <span className="text-ink-2">{note}</span>
    </section>
  )
}
