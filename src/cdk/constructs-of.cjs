"use strict";
/** Loads a package of constructs; where it is not installed, the error says what to install. */
exports.constructsOf = (library, load) => {
  try {
    return load();
  } catch (error) {
    // What the package itself lacks is said as it is: the library, or `constructs`.
    const isItself = error.code === "MODULE_NOT_FOUND" && error.message.includes(`'@orgform/${library}'`);
    if (!isItself) throw error;
    throw new Error(
      `orgform/${library} needs the package @orgform/${library}, which is not installed. Run: npm install @orgform/${library} ${library} constructs`,
      { cause: error },
    );
  }
};
