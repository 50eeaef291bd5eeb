//! The codebook → Rust, in `OUT_DIR`. A codebook with errors fails the build, with each of them drawn.

fn main() -> Result<(), cmec_compiler::BuildError> {
    cmec_compiler::Build::new("codebook/shop")
        .deny_warnings()
        .run()
}
