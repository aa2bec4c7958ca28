import tseslint from 'typescript-eslint';

// Biome formats and lints; eslint only watches promises, which needs types.
export default tseslint.config(
  { ignores: ['**/dist/', '**/node_modules/', 'console/dist/'] },
  {
    files: ['**/*.ts', '**/*.tsx'],
    languageOptions: {
      parser: tseslint.parser,
      parserOptions: {
        project: ['./tsconfig.json', './console/tsconfig.json', './examples/browser-sign-in/tsconfig.json'],
        tsconfigRootDir: import.meta.dirname,
      },
    },
    plugins: { '@typescript-eslint': tseslint.plugin },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': 'error',
      '@typescript-eslint/await-thenable': 'error',
      '@typescript-eslint/return-await': ['error', 'in-try-catch'],
      // Ports are async whether or not an adapter needs to wait.
      '@typescript-eslint/require-await': 'off',
    },
  },
);
