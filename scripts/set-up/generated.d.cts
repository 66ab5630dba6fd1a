/** Files and folders, from the root, that the built files follow from. */
export declare const SOURCES: readonly string[];

/** What was built last and the stamp, as paths from the root. */
export declare function builtPaths(root: string): readonly string[];

/** Brings the files of the project in `root` that git does not keep up to date; gives an exit code. */
export declare function ensureGenerated(root: string): number;

/** Whether a generated file is built in each checkout and not kept in git. */
export declare function isBuilt(path: string): boolean;

/** Notes that the files at these paths follow from the sources as they are: the last thing that a generator does. */
export declare function stampBuilt(root: string, paths: readonly string[]): void;
