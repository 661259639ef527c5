-- Routines with several results, cursors, handlers, triggers.
CREATE OR REPLACE DATABASE script;
USE script;
CREATE TABLE item (id int AUTO_INCREMENT PRIMARY KEY, name varchar(20), price decimal(8, 2));
CREATE TABLE audit (what varchar(50));
DELIMITER //
CREATE TRIGGER noted AFTER INSERT ON item FOR EACH ROW BEGIN
  INSERT INTO audit VALUES (concat('added ', NEW.name)); -- a comment; with a semicolon
END //
CREATE FUNCTION doubled(n decimal(8, 2)) RETURNS decimal(8, 2) DETERMINISTIC RETURN n * 2 //
CREATE PROCEDURE several(IN n int, OUT total int, INOUT name varchar(20))
BEGIN
  DECLARE done int DEFAULT 0;
  DECLARE one int;
  DECLARE c CURSOR FOR SELECT id FROM item ORDER BY id;
  DECLARE CONTINUE HANDLER FOR NOT FOUND SET done = 1;
  SET total = 0;
  SELECT * FROM item WHERE id <= n;
  OPEN c;
  counting: LOOP
    FETCH c INTO one;
    IF done THEN LEAVE counting; END IF;
    SET total = total + one;
  END LOOP;
  CLOSE c;
  SELECT total;
  SELECT 1 WHERE false;
  SET name = upper(name);
END //
CREATE PROCEDURE failing() BEGIN SELECT 'before'; SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = 'it failed; ünder', MYSQL_ERRNO = 5000; END //
CREATE PROCEDURE deep(n int) BEGIN IF n > 0 THEN SELECT n; CALL deep(n - 1); END IF; END //
BEGIN NOT ATOMIC
  DECLARE n int DEFAULT 3;
  WHILE n > 0 DO INSERT INTO item (name, price) VALUES (concat('item ', n), n * 1.5); SET n = n - 1; END WHILE;
END //
DELIMITER ;
SET @name = 'abc';
CALL several(2, @total, @name);
SELECT @total, @name, doubled(2.25);
CALL failing();
SHOW WARNINGS;
GET DIAGNOSTICS @n = NUMBER;
SELECT @n;
CALL deep(3);
SET max_sp_recursion_depth = 10;
CALL deep(3);
CALL nothing();
SELECT * FROM audit;
SHOW CREATE PROCEDURE deep;
DROP PROCEDURE deep;
SELECT nothing(1);
SELECT count(*) FROM item; CALL several(1, @t, @name); SELECT @t
;
DROP TRIGGER noted;
