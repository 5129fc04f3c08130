/// <reference types="vite/client" />
declare module 'virtual:tokens.css'
declare module '@fontsource-variable/inter/wght.css'
declare module '@fontsource-variable/jetbrains-mono/wght.css'
