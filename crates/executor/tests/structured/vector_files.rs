//! Files of the vectors of rows: brought up to date, and refused where they are not whole or of something else.

use cmec_executor::lane::structured::row_indexing::RowIndexingError;
use cmec_executor::ports::database::sqlite::Sqlite;
use cmec_executor::ports::row_vectors::file::RowVectorFile;
use cmec_executor::ports::row_vectors::{RowVectors, RowVectorsError, RowsOf};
use tokio::runtime::Runtime;

use crate::vectors::{embedder, file_of, world};

#[test]
fn files_are_whole_and_of_the_rows_that_are_asked_for() {
    let world = world();
    let own = (&world.tables, &world.catalogue);
    let database = Sqlite::new(&world.file);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("rows.vectors");
    Runtime::new().unwrap().block_on(async {
        let first = file_of(own, "enterprise", (&database, &embedder()), folder.path()).await;
        let first = first.unwrap();
        // Texts that are as before are not embedded again.
        let change = "UPDATE t_enterprise SET \"business_scope\" = 'goats' WHERE row_id = 1;
            DELETE FROM t_enterprise WHERE row_id = 2";
        rusqlite::Connection::open(&world.file)
            .unwrap()
            .execute_batch(change)
            .unwrap();
        let embedder_of_goats = embedder().failing_on("wine");
        let second = file_of(
            own,
            "enterprise",
            (&database, &embedder_of_goats),
            folder.path(),
        );
        let second = second.await.unwrap();
        let goats = embedder().vector("goats");
        assert!(second.cosine("1", &goats).unwrap() > 0.99);
        assert_eq!(second.cosine("2", &goats), None);
        assert_eq!(second.cosine("8", &goats), None);
        assert_eq!(first.cosine("4", &goats), second.cosine("4", &goats));
        // A build that fails leaves the file as it was.
        let before = std::fs::read(&path).unwrap();
        rusqlite::Connection::open(&world.file)
            .unwrap()
            .execute_batch("UPDATE t_enterprise SET \"business_scope\" = 'bad' WHERE row_id = 3")
            .unwrap();
        let failing = embedder().failing_on("bad");
        let failed = file_of(own, "enterprise", (&database, &failing), folder.path()).await;
        assert!(
            matches!(failed, Err(RowIndexingError::Model(_))),
            "{failed:?}"
        );
        assert_eq!(std::fs::read(&path).unwrap(), before);
    });
    // One that was cut anywhere, or of which a byte is another.
    let whole = std::fs::read(&path).unwrap();
    for length in 0..whole.len() {
        std::fs::write(&path, &whole[..length]).unwrap();
        let cut = RowVectorFile::open(&path);
        assert!(
            matches!(cut, Err(RowVectorsError::Unfit(_))),
            "{length}: {cut:?}"
        );
    }
    let mut changed = whole.clone();
    *changed.last_mut().unwrap() ^= 1;
    std::fs::write(&path, &changed).unwrap();
    let told = RowVectorFile::open(&path).unwrap_err().to_string();
    assert!(told.contains("it is not whole, or was changed"), "{told}");
    let text = String::from_utf8_lossy(&whole).replacen("\"format\":1", "\"format\":2", 1);
    std::fs::write(&path, text).unwrap();
    let told = RowVectorFile::open(&path).unwrap_err().to_string();
    assert!(
        told.contains("it has the format 2, and this program reads 1"),
        "{told}"
    );
    std::fs::write(&path, &whole).unwrap();
    let file = RowVectorFile::open(&path).unwrap();
    let of = RowsOf::of_type(own, "enterprise").unwrap();
    assert_eq!(file.check(&of, Some("test")), Ok(()));
    for (of, model, why) in [
        (
            of.clone(),
            Some("other"),
            "of the model `test`, and those of questions are of `other`",
        ),
        (
            RowsOf {
                domain: "firms".to_owned(),
                ..of.clone()
            },
            None,
            "of the domain `enterprise`, and `firms` is asked for",
        ),
        (
            RowsOf {
                table: "firms".to_owned(),
                ..of.clone()
            },
            None,
            "and `firms` is asked for",
        ),
        (
            RowsOf {
                fields: Vec::new(),
                ..of.clone()
            },
            None,
            "of the fields `enterprise.business_scope",
        ),
    ] {
        let told = file.check(&of, model).unwrap_err().to_string();
        assert!(told.contains(why), "{told}");
    }
}
