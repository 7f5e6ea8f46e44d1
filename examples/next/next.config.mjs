/** A static export, because the node runs in the browser. */
export default { output: 'export', distDir: 'dist' }
