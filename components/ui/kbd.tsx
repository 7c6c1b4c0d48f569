export function Kbd({ children }: { children: string }) {
  return (
    <kbd className="rounded-small border border-line-strong px-[5px] font-mono text-[0.6875rem]/4 font-normal text-ink-3">
      {children}
    </kbd>
  )
}
