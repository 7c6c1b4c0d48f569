import type { ComponentProps } from 'react'
import { inputLook } from './looks.ts'

export function Textarea({ className, ...rest }: ComponentProps<'textarea'>) {
  return <textarea rows={3} className={inputLook('default', className)} {...rest} />
}
