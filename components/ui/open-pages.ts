'use client'
import { createContext } from 'react'

/** Whether the reader may open a page. Outside the dashboard every page is open. */
export const OpenPages = createContext<(path: string) => boolean>(() => true)
